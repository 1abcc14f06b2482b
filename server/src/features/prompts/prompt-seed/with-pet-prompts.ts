import type { Translated } from '@keepsake/contract/primitives';
import { type SeedPrompt, still } from './seed-prompt.ts';

const theme: Translated = {
  en: 'Person with pet',
  hu: 'Személy házi kedvenccel',
  de: 'Person mit Haustier',
  fr: 'Personne avec un animal',
  es: 'Persona con mascota',
};

export const withPetPrompts: readonly SeedPrompt[] = [
  {
    key: 'with_pet_smile',
    theme,
    effect: 'smile',
    action: {
      en: 'Smile with the pet',
      hu: 'Mosoly a kedvenccel',
      de: 'Lächeln mit dem Tier',
      fr: 'Sourire avec l’animal',
      es: 'Sonreír con la mascota',
    },
    prompt: `The person smiles warmly into the camera while the pet breathes calmly and blinks. ${still}`,
    suggestions: ['smile', 'paw', 'even_light'],
  },
  {
    key: 'with_pet_turn',
    theme,
    effect: 'turn',
    action: {
      en: 'Turn the head',
      hu: 'Fejfordítás',
      de: 'Den Kopf drehen',
      fr: 'Tourner la tête',
      es: 'Girar la cabeza',
    },
    prompt: `The person turns the head gently to one side, then to the other, and back to the camera; the pet keeps calm. ${still}`,
    suggestions: ['head_turn', 'paw', 'head_and_shoulders'],
  },
  {
    key: 'with_pet_laugh',
    theme,
    effect: 'laugh',
    action: {
      en: 'Laugh with the pet',
      hu: 'Nevetés a kedvenccel',
      de: 'Lachen mit dem Tier',
      fr: 'Rire avec l’animal',
      es: 'Reír con la mascota',
    },
    prompt: `The person laughs briefly and happily while the pet looks up and tilts its head. ${still}`,
    suggestions: ['laugh', 'paw', 'teeth_visible'],
  },
];
