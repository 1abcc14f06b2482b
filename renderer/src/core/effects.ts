/**
 * Every effect, and what a photo must show for it. If the photo does not, another motion stands in and the report says
 * so.
 */
const EFFECT_NEEDS = {
  smile: { noun: 'a smile', needs: 'mouth' },
  laugh: { noun: 'a laugh', needs: 'open mouth' },
  wink: { noun: 'a wink', needs: 'open eyes' },
  blink: { noun: 'a blink', needs: 'open eyes' },
  nod: { noun: 'a nod', needs: 'face' },
  turn: { noun: 'a turn of the head', needs: 'face ahead' },
  'look-around': { noun: 'a look around', needs: 'face ahead' },
  surprise: { noun: 'a look of surprise', needs: 'clear mouth' },
  kiss: { noun: 'a kiss', needs: 'mouth to close' },
  lean: { noun: 'two heads that lean in', needs: 'two heads' },
  wave: { noun: 'a wave', needs: 'hand' },
  hug: { noun: 'a hug', needs: 'arms' },
  'pet-tilt': { noun: 'a tilt of the head', needs: 'free head' },
  'pet-ears': { noun: 'a twitch of the ears', needs: 'ears' },
  'pet-breathe': { noun: 'breathing', needs: 'subject' },
  idle: { noun: 'a living picture', needs: 'photo' },
  zoom: { noun: 'a zoom', needs: 'photo' },
} as const;

export type EffectName = keyof typeof EFFECT_NEEDS;
export type EffectNeed = (typeof EFFECT_NEEDS)[EffectName]['needs'];

export const EFFECTS = Object.keys(EFFECT_NEEDS) as readonly EffectName[];

export function isEffectName(name: string): name is EffectName {
  return Object.hasOwn(EFFECT_NEEDS, name);
}

export function effectNeed(effect: EffectName): EffectNeed {
  return EFFECT_NEEDS[effect].needs;
}

/** The effect with its article: "a smile". */
export function effectNoun(effect: EffectName): string {
  return EFFECT_NEEDS[effect].noun;
}

const SHOWN_BY_FACES = [
  'face',
  'face ahead',
  'mouth',
  'open mouth',
  'clear mouth',
  'mouth to close',
  'open eyes',
  'two heads',
] as const;

/** Effects that are shown by faces. */
export type FaceEffect = {
  [E in EffectName]: (typeof EFFECT_NEEDS)[E]['needs'] extends (typeof SHOWN_BY_FACES)[number] ? E : never;
}[EffectName];

export function isFaceEffect(effect: EffectName): effect is FaceEffect {
  return isAmong(SHOWN_BY_FACES, effectNeed(effect));
}

/** Whether faces show the effect or its stand-in, or must be kept whole and inside the picture. */
export function needsFaces(effect: EffectName): boolean {
  return isFaceEffect(effect) || isAmong(['hand', 'arms', 'photo'], effectNeed(effect));
}

/** Whether the effect is of somebody who stands out, an animal or a person. */
export function needsSubject(effect: EffectName): boolean {
  return isAmong(['subject', 'free head', 'ears'], effectNeed(effect));
}

function isAmong(needs: readonly EffectNeed[], need: EffectNeed): boolean {
  return needs.includes(need);
}

export const FACE_EFFECTS = EFFECTS.filter(isFaceEffect);
