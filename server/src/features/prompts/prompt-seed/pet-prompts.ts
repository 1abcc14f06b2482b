import type { Translated } from '@keepsake/contract/primitives';
import { type SeedPrompt, still } from './seed-prompt.ts';

const theme: Translated = {
  en: 'Pet alone',
  hu: 'Házi kedvenc egyedül',
  de: 'Haustier allein',
  fr: 'Animal seul',
  es: 'Mascota sola',
};

export const petPrompts: readonly SeedPrompt[] = [
  {
    key: 'pet_head_tilt',
    theme,
    effect: 'pet-tilt',
    action: {
      en: 'Tilt the head',
      hu: 'Oldalra billenti a fejét',
      de: 'Kopf schief legen',
      fr: 'Pencher la tête',
      es: 'Ladear la cabeza',
    },
    prompt: `The animal looks into the camera, tilts its head curiously to one side, holds it for a moment and straightens up. ${still}`,
    suggestions: ['paw', 'single_subject', 'eyes_unobstructed'],
  },
  {
    key: 'pet_ears',
    theme,
    effect: 'pet-ears',
    action: {
      en: 'Prick up the ears',
      hu: 'Hegyezi a fülét',
      de: 'Ohren spitzen',
      fr: 'Dresser les oreilles',
      es: 'Levantar las orejas',
    },
    prompt: `The animal listens: its ears twitch and prick up, its eyes become attentive, then it relaxes. ${still}`,
    suggestions: ['paw', 'single_subject', 'plain_background'],
  },
  {
    key: 'pet_breathe',
    theme,
    effect: 'pet-breathe',
    action: {
      en: 'Breathe calmly',
      hu: 'Nyugodtan lélegzik',
      de: 'Ruhig atmen',
      fr: 'Respirer calmement',
      es: 'Respirar con calma',
    },
    prompt: `The animal breathes calmly, its chest rising and falling, and otherwise keeps still. ${still}`,
    suggestions: ['breathing', 'paw', 'even_light'],
  },
];
