import type { Head } from './head.ts';
import { LEFT_EYE_RIMS, MIRROR_LANDMARKS } from './landmarks.ts';
import type { Planes } from '../picture/planes.ts';
import { BLACK, DARKEST, toneAt, type Tone, toneAround } from './tone.ts';
import { linearStep } from '../smoothstep.ts';

/** Points of the mesh beside the left eye; those beside the right one are their twins. */
const PLACES = {
  cheek: [50, 101, 205],
  /** Where the lower rim of a lens lies, below what an eye shades itself. */
  belowEye: [118, 119, 120],
  /** The upper edge of the brow, which most frames leave in sight. */
  brow: [63, 105, 66],
  /** Skin above and below the inner end of the eye. */
  innerEnd: [56, 26],
  lid: LEFT_EYE_RIMS.above[0]!.slice(3, 6),
  rim: LEFT_EYE_RIMS.upper.slice(3, 6),
} as const;
type Place = keyof typeof PLACES;

/**
 * What speaks for dark glasses, in natural logarithms: skin below the eyes that is dark beside the cheeks while the brows
 * are not, one lens that shines where the other does not, and no rim of a lid that is rougher than the lid. Fitted by
 * logistic regression to 486 faces of public projects, 113 behind dark glasses: with each project left out in its turn, it
 * knew 80 % of these and took none of the 373 others for one (docs/renderer.md tells its limits). Grey pictures are read
 * alike, since no colour counts.
 */
const EVIDENCE = { belowEye: -5.42, brow: 3, innerEndsApart: 2.45, rimGrain: -2.33, lidGrain: 1.81, start: -2.47 };
/** The evidence from which on it is believed: a bare face that is told it does not wink is worse than a wink that is not seen. */
const SURE = 1;
/** Added to what is compared, so that black has a logarithm: luma, and share of grain. */
const FLOOR = { brightness: 6, grain: 0.03 };

/** Whether the eyes lie behind glasses so dark that nobody would see them wink. */
export function wearsDarkGlasses(head: Head, photo: Planes, scale: number): boolean {
  const sides = [readSide(head, photo, scale, false), readSide(head, photo, scale, true)] as const;
  const mean = (value: (side: Side) => number) => (value(sides[0]) + value(sides[1])) / 2;
  const innerEnds = sides.map(({ brightness }) => brightness('innerEnd'));
  return (
    EVIDENCE.start +
      EVIDENCE.belowEye * mean(({ brightness }) => brightness('belowEye')) +
      EVIDENCE.brow * mean(({ brightness }) => brightness('brow')) +
      EVIDENCE.innerEndsApart * Math.abs(innerEnds[0]! - innerEnds[1]!) +
      EVIDENCE.rimGrain * mean(({ grain }) => grain('rim')) +
      EVIDENCE.lidGrain * mean(({ grain }) => grain('lid')) >
    SURE
  );
}

/** What one side of the face looks like. */
interface Side {
  /** The logarithm of a place's brightness as a share of the cheek's. */
  brightness(place: Place): number;
  /** The logarithm of how much the brightness varies there. */
  grain(place: Place): number;
}

function readSide(head: Head, photo: Planes, scale: number, isRight: boolean): Side {
  const over = (place: Place, value: (tone: Tone) => number) => {
    const points = PLACES[place].map((point) => (isRight ? MIRROR_LANDMARKS[point]! : point));
    return points.reduce((sum, point) => sum + value(toneAt(head, point, photo, scale)), 0) / points.length;
  };
  const light = (place: Place) => over(place, ({ y }) => Math.max(0, y - BLACK));
  const cheek = Math.max(DARKEST, light('cheek'));
  return {
    brightness: (place) => Math.log((light(place) + FLOOR.brightness) / (cheek + FLOOR.brightness)),
    grain: (place) => Math.log(over(place, (tone) => tone.grain) + FLOOR.grain),
  };
}

/** Along the ridge of the nose, from the brow to its middle; a bridge lies below the second. */
const RIDGE = [9, 8, 168, 6, 197, 195];
/** From one look to the next, and half the side of what each takes in, in face widths; so many looks above and below lies skin. */
const STEP = 0.012;
const REACH = 0.01;
const BESIDE = 4;
/**
 * By how much of the skin's brightness above and below it the darkest place of the ridge is darker, if nobody wears spectacles and if
 * surely somebody does. Read off 270 faces: of the 26 beyond the middle of the two 25 wore some, and a woman laughed with her nose in
 * folds; 9 others wore frames as thin or as pale as skin, which stay unseen.
 */
const BRIDGE = { none: 0.3, sure: 0.4 };
/** Beside what is darker nothing can be told. */
const MIN_BRIGHTNESS = 20;

/** How surely a face wears spectacles, from 0 to 1: their bridge is a bar across the nose, whose skin is even. */
export function wearsSpectacles(head: Head, photo: Planes, scale: number): number {
  const stretches = RIDGE.slice(1).map((point, i) => placesBetween(head, RIDGE[i]!, point));
  const brightness = stretches.flat().map(([x, y]) => {
    return toneAround(photo, x * scale, y * scale, REACH * head.width * scale).y - BLACK;
  });
  let darkest = 0;
  for (let i = Math.max(BESIDE, stretches[0]!.length); i + BESIDE < brightness.length; i++) {
    const skin = (brightness[i - BESIDE]! + brightness[i + BESIDE]!) / 2;
    darkest = Math.max(darkest, (skin - brightness[i]!) / Math.max(MIN_BRIGHTNESS, skin));
  }
  return linearStep(darkest, BRIDGE.none, BRIDGE.sure);
}

/** Places a step apart from one point of the mesh to another, in film pixels. */
function placesBetween(
  { places, width }: Head,
  from: number,
  to: number,
): readonly (readonly [x: number, y: number])[] {
  const [x, y] = [places[from * 2]!, places[from * 2 + 1]!];
  const [across, along] = [places[to * 2]! - x, places[to * 2 + 1]! - y];
  const steps = Math.max(1, Math.round(Math.hypot(across, along) / (STEP * width)));
  return Array.from({ length: steps }, (_, i) => [x + (across * i) / steps, y + (along * i) / steps] as const);
}
