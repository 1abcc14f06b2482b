/** Why the built-in renderer had to show another effect than the one ordered; the texts are in the web app. */
export const lackCodes = [
  'no_face',
  'faces_from_side',
  'eyes_closed',
  'eyes_hidden',
  'mouth_hidden',
  'mouth_agape',
  'lips_closed',
  'no_subject',
  'head_at_edge',
  'no_hand',
  'no_pair',
  'no_arms',
  'no_animal',
  'no_ears',
  'unknown_effect',
] as const;
export type LackCode = (typeof lackCodes)[number];

/** What a customer agrees to before paying: a reason that the photo check found, or that the photo could not be looked at. */
export const foreseenCodes = [...lackCodes, 'not_seen'] as const;
export type ForeseenCode = (typeof foreseenCodes)[number];

/** What the built-in renderer shows where it cannot show an effect: a nod, a smile, breathing, or a gentle movement of the whole picture. */
export const standInKinds = ['nod', 'smile', 'breath', 'picture'] as const;
export type StandIn = (typeof standInKinds)[number];

/** What a film may show as agreed: one of these, or whatever is possible with a photo that could not be looked at, the effect itself among it. */
export const agreedKinds = [...standInKinds, 'possible'] as const;
export type AgreedKind = (typeof agreedKinds)[number];
