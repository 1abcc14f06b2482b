import type { Head } from './head.ts';
import { LEFT_EYE_RIMS, MIRROR_LANDMARKS, RIGHT_EYE_RIMS, type Eye } from './landmarks.ts';
import type { Planes } from '../picture/planes.ts';
import { BLACK, type Colour, coloursApart, DARKEST, GREY, LOG_FLOOR, toneAt, type Tone, toneAround } from './tone.ts';
import { linearStep } from '../smoothstep.ts';

/** Landmarks at the left eye; the right eye uses their mirror points. */
const PLACES = {
  forehead: [108, 69, 104],
  cheek: [50, 101, 205],
  /** Where the lower rim of a lens lies, below the eye's own shadow. */
  belowEye: [118, 119, 120],
  /** The upper edge of the brow, which most frames leave visible. */
  brow: [63, 105, 66],
  /** Skin above and below the inner corner of the eye. */
  innerEnd: [56, 26],
  lid: LEFT_EYE_RIMS.above[0]!.slice(3, 6),
  rim: LEFT_EYE_RIMS.upper.slice(3, 6),
} as const;
type Place = keyof typeof PLACES;

/**
 * Coefficients of a logistic regression for dark glasses, on log brightness and log grain: dark skin below the eyes
 * while the brows are not dark, a highlight on one lens only, and lid rims that are not rougher than the lids. Fitted
 * to 486 faces from public projects, 113 with dark glasses. Cross-validated by project: recall 80 %, no false positive
 * among 373 (limits in docs/renderer.md). Uses no colour, so grey photos work the same.
 */
const EVIDENCE = { belowEye: -5.42, brow: 3, innerEndsApart: 2.45, rimGrain: -2.33, lidGrain: 1.81, start: -2.47 };
/** Decision threshold. It favours precision: a wrong refusal to wink is worse than a wink that nobody sees. */
const SURE = 1;

/** Whether the eyes are behind glasses so dark, tinted or mirrored that a wink would be invisible. */
export function wearsDarkGlasses(head: Head, photo: Planes, scale: number): boolean {
  return (
    areEyesDarkened(head, photo, scale) ||
    hasColouredLenses(head, photo, scale) ||
    hasLensesWithoutEyes(head, photo, scale)
  );
}

function pointsOf(place: Place, isRight: boolean): number[] {
  return PLACES[place].map((point) => (isRight ? MIRROR_LANDMARKS[point]! : point));
}

function areEyesDarkened(head: Head, photo: Planes, scale: number): boolean {
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

/** Measurements of one side of the face. */
interface Side {
  /** Log brightness of a place relative to the cheek. */
  brightness(place: Place): number;
  /** Log grain of a place. */
  grain(place: Place): number;
}

function readSide(head: Head, photo: Planes, scale: number, isRight: boolean): Side {
  const over = (place: Place, value: (tone: Tone) => number) => {
    const points = pointsOf(place, isRight);
    return points.reduce((sum, point) => sum + value(toneAt(head, point, photo, scale)), 0) / points.length;
  };
  const light = (place: Place) => over(place, ({ y }) => Math.max(0, y - BLACK));
  const cheek = Math.max(DARKEST, light('cheek'));
  return {
    brightness: (place) => Math.log((light(place) + LOG_FLOOR.brightness) / (cheek + LOG_FLOOR.brightness)),
    grain: (place) => Math.log(over(place, (tone) => tone.grain) + LOG_FLOOR.grain),
  };
}

/**
 * By how much a coloured lens changes the chroma of skin at least: `colour` in levels, `ratio` after division by luma. Shade fails one of them: it
 * lowers luma alone, or luma and chroma together.
 */
const LENS = { colour: 13, ratio: 0.2 };

/**
 * Whether what is below both eyes is of another colour than cheeks and forehead, whatever the lenses reflect. A mask covers the cheeks alone. Grey photos
 * have no colours.
 */
function hasColouredLenses(head: Head, photo: Planes, scale: number): boolean {
  return [false, true].every((isRight) => {
    const colourOf = (place: Place) =>
      meanColour(pointsOf(place, isRight).map((point) => toneAt(head, point, photo, scale)));
    const below = colourOf('belowEye');
    return isOfOtherColour(below, colourOf('cheek')) && isOfOtherColour(below, colourOf('forehead'));
  });
}

function isOfOtherColour(one: Colour, other: Colour): boolean {
  const share = (tone: Colour, name: 'u' | 'v') => (tone[name] - GREY) / Math.max(DARKEST, tone.y - BLACK);
  const apart = (name: 'u' | 'v') => Math.abs(share(one, name) - share(other, name));
  return coloursApart(one, other) > LENS.colour && apart('u') + apart('v') > LENS.ratio;
}

function meanColour(tones: readonly Colour[]): Colour {
  const mean = (name: keyof Colour) => tones.reduce((sum, tone) => sum + tone[name], 0) / tones.length;
  return { y: mean('y'), u: mean('u'), v: mean('v') };
}

/** Landmarks along the ridge of the nose, from the brow to its middle; a bridge of glasses lies below the second. */
const RIDGE = [9, 8, 168, 6, 197, 195];
/**
 * Sampling step along the ridge and half the patch side, in face widths, and number of samples of skin above and below.
 */
const STEP = 0.012;
const REACH = 0.01;
const BESIDE = 4;
/**
 * How much darker than the skin above and below the darkest place on the ridge is: the bounds for "no glasses" and
 * "glasses". Measured on 270 faces: of 26 above the midpoint, 25 wore glasses and one laughed with a wrinkled nose; 9
 * more wore frames as thin or pale as skin, which stay undetected.
 */
const BRIDGE = { none: 0.3, sure: 0.4 };
/** Skin darker than this (luma above black) gives no reliable ratio. */
const MIN_BRIGHTNESS = 20;

/** Probability, 0 to 1, that a face wears glasses: their bridge is a dark bar across the evenly lit nose. */
export function wearsSpectacles(head: Head, photo: Planes, scale: number): number {
  const stretches = RIDGE.slice(1).map((point, i) => placesBetween(head, RIDGE[i]!, point));
  const bar = darkestBar(stretches.flat(), stretches[0]!.length, head, photo, scale);
  return linearStep(bar, BRIDGE.none, BRIDGE.sure);
}

/** How much darker than the skin on both sides the darkest place on a line is, from its step `first` on: 0 to 1. */
function darkestBar(
  line: readonly (readonly [x: number, y: number])[],
  first: number,
  head: Head,
  photo: Planes,
  scale: number,
): number {
  const brightness = line.map(([x, y]) => {
    return toneAround(photo, x * scale, y * scale, REACH * head.width * scale).y - BLACK;
  });
  let darkest = 0;
  for (let i = Math.max(BESIDE, first); i + BESIDE < brightness.length; i++) {
    const skin = (brightness[i - BESIDE]! + brightness[i + BESIDE]!) / 2;
    darkest = Math.max(darkest, (skin - brightness[i]!) / Math.max(MIN_BRIGHTNESS, skin));
  }
  return darkest;
}

/** Indices in an eye's rings at which lines run down over the cheek, and their length in face widths. */
const DOWN = { from: [2, 3, 4, 5, 6], length: 0.3 };

/** Probability, 0 to 1, that something with a rim is before the eyes, which a winking cheek would bend: a bridge, or a dark bar across each cheek. */
export function hasRims(head: Head, photo: Planes, scale: number): number {
  const [across, down] = [head.axes[1][0], head.axes[1][1]].map((part) => part * STEP * head.width) as [number, number];
  const bars = [LEFT_EYE_RIMS, RIGHT_EYE_RIMS].map(({ below }) => {
    const seen = DOWN.from.map((i) => {
      const [x, y] = [0, 1].map((k) => head.places[below[0]![i]! * 2 + k]!) as [number, number];
      const steps = Math.round(DOWN.length / STEP);
      const line = Array.from({ length: steps }, (_, step) => [x + step * across, y + step * down] as const);
      return darkestBar(line, 0, head, photo, scale);
    });
    return seen.toSorted((a, b) => a - b)[DOWN.from.length >> 1]!;
  });
  return Math.max(wearsSpectacles(head, photo, scale), linearStep(Math.min(...bars), BRIDGE.none, BRIDGE.sure));
}

/**
 * Range of luma between the lids, relative to cheek or brow (the darker), below which neither white nor iris is in sight. Measured on
 * 44 faces with glasses: at most 0.16 behind the two tinted pairs, at least 0.45 in one eye behind the clear ones.
 */
const FLAT_EYE = 0.25;
/** On a smaller face, in pixels of the photo, the eye is blurred. */
const MIN_WIDTH = 80;
/** Half the side of a patch of the eye, in face widths. */
const EYE_REACH = 0.01;

/** Whether the face wears glasses in which nothing looks like an eye. */
function hasLensesWithoutEyes(head: Head, photo: Planes, scale: number): boolean {
  if (head.width * scale < MIN_WIDTH || wearsSpectacles(head, photo, scale) < 0.5) return false;
  const lightOf = (place: Place) => {
    const points = PLACES[place].flatMap((point) => [point, MIRROR_LANDMARKS[point]!]);
    return points.reduce((sum, point) => sum + toneAt(head, point, photo, scale).y - BLACK, 0) / points.length;
  };
  // A cap shades brow and eyes alike.
  const light = Math.max(DARKEST, Math.min(lightOf('cheek'), lightOf('brow')));
  return [LEFT_EYE_RIMS, RIGHT_EYE_RIMS].every((eye) => rangeBetweenLids(eye, head, photo, scale) < FLAT_EYE * light);
}

/** Luma of the brightest place between the lids minus that of the darkest. The corners are left out. */
function rangeBetweenLids({ upper, lower }: Eye, { places, width }: Head, photo: Planes, scale: number): number {
  const seen = upper.slice(1, -1).flatMap((above, i) => {
    const below = lower[i + 1]!;
    return [0.25, 0.5, 0.75].map((share) => {
      const between = (axis: 0 | 1) => places[above * 2 + axis]! * (1 - share) + places[below * 2 + axis]! * share;
      return toneAround(photo, between(0) * scale, between(1) * scale, EYE_REACH * width * scale).y;
    });
  });
  return Math.max(...seen) - Math.min(...seen);
}

/** Film positions one step apart between two landmarks. */
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
