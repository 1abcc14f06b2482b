import type { Translated } from '@keepsake/contract/primitives';
import { type SeedPrompt, still } from './seed-prompt.ts';

const theme: Translated = {
  en: 'Couple or group',
  hu: 'Pár vagy csoport',
  de: 'Paar oder Gruppe',
  fr: 'Couple ou groupe',
  es: 'Pareja o grupo',
};

export const groupPrompts: readonly SeedPrompt[] = [
  {
    key: 'group_smile',
    theme,
    effect: 'smile',
    action: {
      en: 'Everyone smiles',
      hu: 'Mindenki mosolyog',
      de: 'Alle lächeln',
      fr: 'Tout le monde sourit',
      es: 'Todos sonríen',
    },
    prompt: `Everyone in the photo looks into the camera and slowly begins to smile warmly, each a moment after the other. ${still}`,
    suggestions: ['smile', 'everyone_visible', 'even_light'],
  },
  {
    key: 'group_laugh',
    theme,
    effect: 'laugh',
    action: {
      en: 'Laugh together',
      hu: 'Közös nevetés',
      de: 'Gemeinsam lachen',
      fr: 'Rire ensemble',
      es: 'Reír juntos',
    },
    prompt: `The people in the photo laugh together, heartily and briefly, as at a shared joke, then settle into smiles. ${still}`,
    suggestions: ['laugh', 'everyone_visible', 'teeth_visible'],
  },
  {
    key: 'group_look_at_each_other',
    theme,
    effect: 'turn',
    action: { en: 'Look at each other', hu: 'Összenézés', de: 'Einander ansehen', fr: 'Se regarder', es: 'Mirarse' },
    prompt: `The people slowly turn their heads towards each other, share a warm look, and turn back to the camera. ${still}`,
    suggestions: ['head_turn', 'everyone_visible', 'head_and_shoulders'],
  },
  {
    key: 'group_hug',
    theme,
    effect: 'hug',
    action: { en: 'Hug', hu: 'Ölelés', de: 'Umarmung', fr: 'S’enlacer', es: 'Abrazarse' },
    prompt: `The people standing next to each other lean gently closer into a tender hug and smile. ${still}`,
    suggestions: ['hug', 'everyone_visible', 'full_hands'],
  },
  {
    key: 'group_kiss',
    theme,
    effect: 'kiss',
    action: {
      en: 'A kiss on the cheek',
      hu: 'Puszi az arcra',
      de: 'Ein Kuss auf die Wange',
      fr: 'Un baiser sur la joue',
      es: 'Un beso en la mejilla',
    },
    prompt: `One of the two leans over and gives the other a soft kiss on the cheek; both smile. ${still}`,
    suggestions: ['kiss', 'everyone_visible', 'head_and_shoulders'],
  },
  {
    key: 'group_wave',
    theme,
    effect: 'wave',
    action: {
      en: 'Wave together',
      hu: 'Közös integetés',
      de: 'Gemeinsam winken',
      fr: 'Faire signe ensemble',
      es: 'Saludar juntos',
    },
    prompt: `The people raise their visible hands a little and wave to the camera together, cheerfully and slowly. ${still}`,
    suggestions: ['wave', 'full_hands', 'everyone_visible'],
  },
  {
    key: 'group_nod',
    theme,
    effect: 'nod',
    action: {
      en: 'Nod together',
      hu: 'Közös bólintás',
      de: 'Gemeinsam nicken',
      fr: 'Hocher la tête ensemble',
      es: 'Asentir juntos',
    },
    prompt: `The people look into the camera and nod kindly once or twice, not quite at the same time, then hold still. ${still}`,
    suggestions: ['nod', 'everyone_visible', 'plain_background'],
  },
];
