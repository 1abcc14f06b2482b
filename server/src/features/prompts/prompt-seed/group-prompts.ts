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
    action: { en: 'Smile', hu: 'Mosoly', de: 'Lächeln', fr: 'Sourire', es: 'Sonreír' },
    prompt: `Everyone in the photo looks into the camera and slowly begins to smile warmly, each a moment after the other. ${still}`,
    suggestions: ['smile', 'everyone_visible', 'even_light'],
  },
  {
    key: 'group_laugh',
    theme,
    effect: 'laugh',
    action: { en: 'Laugh', hu: 'Nevetés', de: 'Lachen', fr: 'Rire', es: 'Reír' },
    prompt: `The people in the photo laugh together, heartily and briefly, as at a shared joke, then settle into smiles. ${still}`,
    suggestions: ['laugh', 'everyone_visible', 'teeth_visible'],
  },
  {
    key: 'group_turn',
    theme,
    effect: 'turn',
    action: { en: 'Turn the head', hu: 'Fejfordítás', de: 'Kopf drehen', fr: 'Tourner la tête', es: 'Girar la cabeza' },
    prompt: `The people slowly turn their heads a little to one side, then to the other, and back to the camera. ${still}`,
    suggestions: ['head_turn', 'everyone_visible', 'head_and_shoulders'],
  },
  {
    key: 'group_lean',
    theme,
    effect: 'lean',
    action: {
      en: 'Lean in together',
      hu: 'Összehajolás',
      de: 'Sich zueinander neigen',
      fr: 'Se rapprocher',
      es: 'Acercar las cabezas',
    },
    prompt: `The two people lean in together: their heads tilt gently towards each other, nearly cheek to cheek, and rest there. ${still}`,
    suggestions: ['hug', 'everyone_visible', 'head_and_shoulders'],
  },
  {
    key: 'group_kiss',
    theme,
    effect: 'kiss',
    action: {
      en: 'Blow a kiss',
      hu: 'Puszi küldése',
      de: 'Kuss zuwerfen',
      fr: 'Envoyer un baiser',
      es: 'Lanzar un beso',
    },
    prompt: `The people purse their lips softly, send a small kiss towards the camera and then smile. ${still}`,
    suggestions: ['kiss', 'everyone_visible', 'head_and_shoulders'],
  },
  {
    key: 'group_wave',
    theme,
    effect: 'wave',
    action: { en: 'Wave', hu: 'Integetés', de: 'Winken', fr: 'Faire signe de la main', es: 'Saludar con la mano' },
    prompt: `The people raise their visible hands a little and wave to the camera together, cheerfully and slowly. ${still}`,
    suggestions: ['wave', 'full_hands', 'everyone_visible'],
  },
  {
    key: 'group_nod',
    theme,
    effect: 'nod',
    action: { en: 'Nod', hu: 'Bólintás', de: 'Nicken', fr: 'Hocher la tête', es: 'Asentir' },
    prompt: `The people look into the camera and nod kindly once or twice, not quite at the same time, then hold still. ${still}`,
    suggestions: ['nod', 'everyone_visible', 'plain_background'],
  },
];
