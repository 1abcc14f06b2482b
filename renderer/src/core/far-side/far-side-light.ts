import type { Head } from '../face/head.ts';
import { MIRROR_LANDMARKS } from '../face/landmarks.ts';
import { linearStep } from '../smoothstep.ts';
import { isFarSide, MAX_BARE, nearness, type Light, type Reading } from './read-far-side.ts';
import { FEATURES } from './recognise-skin.ts';
import { BLACK, DARKEST, type Colour, type Tone } from '../face/tone.ts';

/** Weight of the far side's mean light where no sample is near. */
const WHOLE_SIDE = 1;
/**
 * Weight, in samples, of the assumption that both sides have the same light: it wins where little far skin is visible.
 */
const SAME_LIGHT = 10;

/**
 * Estimates, per vertex, the gain and chroma shift that bring the near side's colours to the far side's light: a
 * weighted mean of nearby samples, clamped to plausible brightness. `skin` is the probability of skin per vertex.
 */
export function estimateFarSideLight(
  head: Head,
  tones: readonly Tone[],
  skin: readonly number[],
  readings: readonly Reading[],
): (point: number) => Light {
  const whole = meanLight(readings, ({ bare }) => bare, { weight: SAME_LIGHT, gain: 1, u: 0, v: 0 });
  const brightest = brightestOf(head, tones, skin, readings);
  const skinAt = skinOfSide(head, tones, readings);
  return (point) => {
    const weightOf = (reading: Reading) => reading.bare * nearness(head.form, point, reading.point);
    const light = meanLight(readings, weightOf, { weight: WHOLE_SIDE, ...whole });
    return clampLight(light, tones[MIRROR_LANDMARKS[point]!]!, brightest, skinAt(point));
  };
}

/** Luma of the brightest visible skin on either side of the face. */
function brightestOf(
  head: Head,
  tones: readonly Tone[],
  skin: readonly number[],
  readings: readonly Reading[],
): number {
  const far = readings.filter(({ bare }) => bare > MAX_BARE).map(({ point }) => tones[point]!.y);
  const isNearSkin = (point: number) => !isFarSide(head, point) && !FEATURES.has(point) && skin[point]! > MAX_BARE;
  const near = tones.filter((_, point) => isNearSkin(point)).map(({ y }) => y);
  return Math.max(...far, ...near);
}

/** Skin colour of the far side around a vertex, and how reliable it is (0 to 1). */
interface SideSkin {
  colour: Colour;
  known: number;
}

/** Vertices nearer to the middle belong to the nose, whose side is lit differently. Face widths. */
const BESIDE_NOSE = 0.18;
/** Number of visible skin samples for a reliability of 0 and of 1. */
const KNOWN = { hardly: 3, well: 8 };

function skinOfSide(
  { form, yaw }: Head,
  tones: readonly Tone[],
  readings: readonly Reading[],
): (point: number) => SideSkin {
  const skin = readings.filter(({ point }) => !FEATURES.has(point) && Math.sign(yaw) * form[point * 3]! > BESIDE_NOSE);
  const meanTone = (weightOf: (reading: Reading) => number): Colour => {
    const sum = { weight: 0, y: 0, u: 0, v: 0 };
    for (const reading of skin) {
      const weight = weightOf(reading);
      const tone = tones[reading.point]!;
      sum.weight += weight;
      for (const key of ['y', 'u', 'v'] as const) sum[key] += weight * tone[key];
    }
    const of = (key: keyof Colour) => sum[key] / (sum.weight || 1);
    return { y: of('y'), u: of('u'), v: of('v') };
  };
  const bare = skin.reduce((sum, reading) => sum + reading.bare, 0);
  const known = linearStep(bare, KNOWN.hardly, KNOWN.well);
  const whole = meanTone((reading) => reading.bare);
  return (point) => {
    const weightOf = ({ point: other }: Reading) => nearness(form, point, other) + WHOLE_SIDE / Math.max(1, bare);
    const beside = meanTone((reading) => reading.bare * weightOf(reading));
    // Skin around the eye is darker than cheek and temple, so the mean is a lower bound.
    return { colour: { ...beside, y: Math.max(beside.y, whole.y) }, known };
  };
}

/** How much brighter uncovered skin may be than the visible skin beside it. */
const MAX_BESIDE = 1.15;

/**
 * Clamps the light. A gain measured on dark skin would overexpose bright skin, so nothing becomes brighter than the
 * brightest visible skin. Light that falls on the near edge alone, as from a window, must not be mirrored: uncovered
 * skin is limited to `MAX_BESIDE` of the skin beside it, and its chroma is moved towards that skin.
 */
function clampLight(light: Light, twin: Tone, brightest: number, { colour, known }: SideSkin): Light {
  const above = Math.max(1, twin.y - BLACK);
  const gain = Math.min(light.gain, Math.max(1, (brightest - BLACK) / above));
  const most = Math.max(DARKEST, MAX_BESIDE * (colour.y - BLACK)) / above;
  const held = Math.min(1, most / gain) ** known;
  const towards = (key: 'u' | 'v') => light[key] + (1 - held) * (colour[key] - twin[key] - light[key]);
  return { gain: gain * held, u: towards('u'), v: towards('v') };
}

function meanLight(
  readings: readonly Reading[],
  weightOf: (reading: Reading) => number,
  start: Light & { weight: number },
): Light {
  const sum = {
    weight: start.weight,
    gain: start.weight * Math.log(start.gain),
    u: start.weight * start.u,
    v: start.weight * start.v,
  };
  for (const reading of readings) {
    const weight = weightOf(reading);
    sum.weight += weight;
    sum.gain += weight * Math.log(reading.light.gain);
    sum.u += weight * reading.light.u;
    sum.v += weight * reading.light.v;
  }
  return { gain: Math.exp(sum.gain / sum.weight), u: sum.u / sum.weight, v: sum.v / sum.weight };
}
