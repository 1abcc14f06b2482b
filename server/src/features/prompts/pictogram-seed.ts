import type { Translated } from '@keepsake/contract/primitives';

export interface SeedPictogram {
  key: string;
  name: Translated;
  icon: string;
}

/** The seeded pictograms: one per effect, then one per piece of advice for a good photo. */
export const pictogramSeed: readonly SeedPictogram[] = [
  {
    key: 'smile',
    icon: 'fa-face-smile',
    name: { en: 'Smile', hu: 'Mosoly', de: 'Lächeln', fr: 'Sourire', es: 'Sonrisa' },
  },
  { key: 'laugh', icon: 'fa-face-laugh', name: { en: 'Laugh', hu: 'Nevetés', de: 'Lachen', fr: 'Rire', es: 'Risa' } },
  {
    key: 'wink',
    icon: 'fa-face-smile-wink',
    name: { en: 'Wink', hu: 'Kacsintás', de: 'Zwinkern', fr: 'Clin d’œil', es: 'Guiño' },
  },
  {
    key: 'blink',
    icon: 'fa-eye',
    name: { en: 'Blink', hu: 'Pislogás', de: 'Blinzeln', fr: 'Clignement', es: 'Parpadeo' },
  },
  {
    key: 'nod',
    icon: 'fa-arrows-up-down',
    name: { en: 'Nod', hu: 'Bólintás', de: 'Nicken', fr: 'Hochement', es: 'Asentimiento' },
  },
  {
    key: 'head_turn',
    icon: 'fa-arrows-left-right',
    name: { en: 'Head turn', hu: 'Fejfordítás', de: 'Kopfdrehung', fr: 'Rotation de la tête', es: 'Giro de cabeza' },
  },
  {
    key: 'look_around',
    icon: 'fa-binoculars',
    name: { en: 'Look around', hu: 'Körülnézés', de: 'Umsehen', fr: 'Regard alentour', es: 'Mirar alrededor' },
  },
  {
    key: 'surprise',
    icon: 'fa-face-surprise',
    name: { en: 'Surprise', hu: 'Meglepetés', de: 'Überraschung', fr: 'Surprise', es: 'Sorpresa' },
  },
  { key: 'kiss', icon: 'fa-face-kiss', name: { en: 'Kiss', hu: 'Puszi', de: 'Kuss', fr: 'Baiser', es: 'Beso' } },
  {
    key: 'wave',
    icon: 'fa-hand',
    name: { en: 'Wave', hu: 'Integetés', de: 'Winken', fr: 'Signe de la main', es: 'Saludo' },
  },
  { key: 'hug', icon: 'fa-heart', name: { en: 'Hug', hu: 'Ölelés', de: 'Umarmung', fr: 'Étreinte', es: 'Abrazo' } },
  { key: 'paw', icon: 'fa-paw', name: { en: 'Pet', hu: 'Kedvenc', de: 'Haustier', fr: 'Animal', es: 'Mascota' } },
  {
    key: 'breathing',
    icon: 'fa-wind',
    name: { en: 'Breathing', hu: 'Lélegzés', de: 'Atmen', fr: 'Respiration', es: 'Respiración' },
  },

  {
    key: 'teeth_visible',
    icon: 'fa-teeth',
    name: {
      en: 'Teeth visible',
      hu: 'Látsszanak a fogak',
      de: 'Zähne sichtbar',
      fr: 'Dents visibles',
      es: 'Dientes visibles',
    },
  },
  {
    key: 'eyes_unobstructed',
    icon: 'fa-glasses',
    name: {
      en: 'Eyes not covered',
      hu: 'A szemet ne takarja semmi',
      de: 'Augen frei sichtbar',
      fr: 'Yeux bien dégagés',
      es: 'Ojos despejados',
    },
  },
  {
    key: 'full_hands',
    icon: 'fa-hands',
    name: {
      en: 'Whole hand in the picture',
      hu: 'Látsszon az egész kéz',
      de: 'Ganze Hand im Bild',
      fr: 'Main entière visible',
      es: 'Mano completa visible',
    },
  },
  {
    key: 'head_and_shoulders',
    icon: 'fa-user',
    name: {
      en: 'Head and shoulders',
      hu: 'Fej és vállak',
      de: 'Kopf und Schultern',
      fr: 'Tête et épaules',
      es: 'Cabeza y hombros',
    },
  },
  {
    key: 'single_subject',
    icon: 'fa-1',
    name: {
      en: 'One subject only',
      hu: 'Csak egy szereplő',
      de: 'Nur eine Person oder ein Tier',
      fr: 'Un seul sujet',
      es: 'Un solo protagonista',
    },
  },
  {
    key: 'everyone_visible',
    icon: 'fa-users',
    name: {
      en: 'Every face visible',
      hu: 'Minden arc látható',
      de: 'Alle Gesichter sichtbar',
      fr: 'Tous les visages visibles',
      es: 'Todas las caras visibles',
    },
  },
  {
    key: 'plain_background',
    icon: 'fa-image',
    name: {
      en: 'Calm background',
      hu: 'Nyugodt háttér',
      de: 'Ruhiger Hintergrund',
      fr: 'Arrière-plan sobre',
      es: 'Fondo sencillo',
    },
  },
  {
    key: 'even_light',
    icon: 'fa-sun',
    name: {
      en: 'Good, even light',
      hu: 'Jó, egyenletes fény',
      de: 'Gutes, gleichmäßiges Licht',
      fr: 'Bonne lumière uniforme',
      es: 'Luz buena y uniforme',
    },
  },
  {
    key: 'sharp_photo',
    icon: 'fa-camera',
    name: {
      en: 'Sharp, without filters',
      hu: 'Éles, szűrők nélkül',
      de: 'Scharf, ohne Filter',
      fr: 'Nette, sans filtre',
      es: 'Nítida y sin filtros',
    },
  },
];
