import type { Translated } from '@keepsake/contract/primitives';
import { type SeedPrompt, still } from './seed-prompt.ts';

const theme: Translated = {
  en: 'Baby or child',
  hu: 'Baba vagy gyermek',
  de: 'Baby oder Kind',
  fr: 'Bébé ou enfant',
  es: 'Bebé o niño',
};

export const childPrompts: readonly SeedPrompt[] = [
  {
    key: 'child_smile',
    theme,
    effect: 'smile',
    action: { en: 'Smile', hu: 'Mosoly', de: 'Lächeln', fr: 'Sourire', es: 'Sonreír' },
    prompt: `The child looks into the camera and a bright, innocent smile slowly grows on the little face. ${still}`,
    suggestions: ['smile', 'head_and_shoulders', 'even_light'],
  },
  {
    key: 'child_giggle',
    theme,
    effect: 'laugh',
    action: { en: 'Giggle', hu: 'Kacagás', de: 'Kichern', fr: 'Pouffer de rire', es: 'Soltar una risita' },
    prompt: `The child giggles happily for a moment, shoulders bouncing lightly, and keeps smiling. ${still}`,
    suggestions: ['laugh', 'single_subject', 'sharp_photo'],
  },
  {
    key: 'child_wave',
    theme,
    effect: 'wave',
    action: { en: 'Wave', hu: 'Integetés', de: 'Winken', fr: 'Faire coucou', es: 'Saludar con la mano' },
    prompt: `The child lifts the visible little hand and waves to the camera, shyly at first, then smiling. ${still}`,
    suggestions: ['wave', 'full_hands', 'single_subject'],
  },
  {
    key: 'child_look_around',
    theme,
    effect: 'look-around',
    action: {
      en: 'Look around curiously',
      hu: 'Kíváncsi körülnézés',
      de: 'Sich neugierig umsehen',
      fr: 'Regarder avec curiosité',
      es: 'Mirar con curiosidad',
    },
    prompt: `The child looks around with wide, curious eyes, first to one side, then to the other, and back into the camera. ${still}`,
    suggestions: ['look_around', 'eyes_unobstructed', 'plain_background'],
  },
  {
    key: 'child_kiss',
    theme,
    effect: 'kiss',
    action: {
      en: 'Blow a kiss',
      hu: 'Puszi küldése',
      de: 'Küsschen zuwerfen',
      fr: 'Envoyer un bisou',
      es: 'Lanzar un besito',
    },
    prompt: `The child purses the lips, sends a little kiss to the camera and beams. ${still}`,
    suggestions: ['kiss', 'single_subject', 'even_light'],
  },
];
