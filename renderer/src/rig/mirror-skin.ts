import type { Head } from '../face/head.ts';
import { LEFT_BROW, LEFT_EYE_RIMS, RIGHT_BROW, RIGHT_EYE_RIMS } from '../face/landmarks.ts';
import { LIPS } from '../face/refined-points.ts';
import { SKIN_TRIANGLES } from '../face/skin-triangles.ts';
import { TWINS } from '../face/twin-points.ts';
import type { Planes } from '../planes.ts';
import { smooth } from '../smooth.ts';
import { hiddenShares, HIDES_FROM, readFarSide, tonesOf, type Light, type Reading } from './read-far-side.ts';
import { brightnessBeside, coloursApart, type Tone } from './tone.ts';

/** What a point of the mesh's far side takes from its twin on the near side. */
export interface Twin {
  point: number;
  /** How much of the point's picture is its twin's: 1 where the photo hides the point itself. */
  share: number;
  /** What brings the twin's brightness and colours to those of its own side. */
  light: Light;
}

/** How far the light of a place tells that of another, in face widths. */
const LIGHT_REACH = 0.16;
/** With less than this nothing is known of a point's surroundings. */
const LEAST_READ = 1e-3;
/** From this share of its surroundings on a place counts as bare. */
const MOST_BARE = 0.7;
/** From so far to the side too little of the far cheek is seen to tell hair on it from what is beside the nose. Degrees. */
const TELLING = { until: 30, notFrom: 38 };

/**
 * What a turned head hides is not in the photo, but the other side of the same face is: beyond the outline a face is drawn
 * from its near side, as in a mirror, in the light of what is seen of the far side (soft symmetry, after Hassner et al.,
 * "Effective Face Frontalization in Unconstrained Images", 2015). Empty for a head that hides nothing.
 */
export function mirrorSkin(
  head: Head,
  edgeWithin: (height: number) => number,
  photo: Planes,
  scale: number,
): readonly Twin[] {
  if (Math.abs(head.yaw) < HIDES_FROM) return [];
  const hidden = hiddenShares(head, edgeWithin);
  const tones = tonesOf(head, photo, scale);
  const readings = readFarSide(head, hidden, tones);
  const skin = recogniseSkin(head, tones);
  return hidden.map((share, point) => ({
    point,
    share: share * skin[TWINS[point]!]! * bareness(head, readings, point),
    light: lightAt(head, readings, point),
  }));
}

/** Brows, eyes and lips differ from the cheek and are part of the face all the same. */
const FEATURES = new Set([
  ...[LEFT_EYE_RIMS, RIGHT_EYE_RIMS].flatMap(({ upper, lower, above, below }) => [
    ...upper,
    ...lower,
    ...above[0]!,
    ...below[0]!,
  ]),
  ...[LEFT_BROW, RIGHT_BROW, LIPS].flat(),
]);
/** Apples of the cheeks. */
const CHEEKS = { left: 50, right: 280 };
/** What has less of the near cheek's brightness than the one is hardly skin, and than the other is none: hair falls over it. */
const DARK = { hardly: 0.6, none: 0.42 };
/** The same for what is brighter, such as fair hair in the light, and for a difference of colours. */
const BRIGHT = { hardly: 1.2, none: 1.4 };
const OTHER_COLOUR = { hardly: 24, none: 40 };

/**
 * How surely the photo shows a face at each point of the mesh, from 0 to 1, and not hair that falls over it; a point beside
 * hair counts as hair.
 */
function recogniseSkin({ yaw }: Head, tones: readonly Tone[]): Float32Array {
  const cheek = tones[yaw > 0 ? CHEEKS.left : CHEEKS.right]!;
  const alone = tones.map((tone, point) => {
    if (FEATURES.has(point)) return 1;
    const brightness = brightnessBeside(tone, cheek);
    const apart = coloursApart(tone, cheek);
    return (
      smooth((brightness - DARK.none) / (DARK.hardly - DARK.none)) *
      smooth((BRIGHT.none - brightness) / (BRIGHT.none - BRIGHT.hardly)) *
      smooth((OTHER_COLOUR.none - apart) / (OTHER_COLOUR.none - OTHER_COLOUR.hardly))
    );
  });
  const least = Float32Array.from(alone);
  for (let i = 0; i < SKIN_TRIANGLES.length; i += 3) {
    const corners = SKIN_TRIANGLES.slice(i, i + 3);
    const worst = Math.min(...corners.map((point) => alone[point]!));
    for (const point of corners) least[point] = Math.min(least[point]!, worst);
  }
  return least;
}

/** How much of the face the photo shows of the far side around a point, as far as that can be told. */
function bareness({ form, yaw }: Head, readings: readonly Reading[], point: number): number {
  const told = 1 - smooth((Math.abs(yaw) - TELLING.until) / (TELLING.notFrom - TELLING.until));
  let [weights, sum] = [0, 0];
  for (const { x, y, bare } of readings) {
    const weight = nearness(form, point, x, y);
    weights += weight;
    sum += weight * bare;
  }
  return weights < LEAST_READ ? 1 : 1 - told * (1 - smooth(sum / weights / MOST_BARE));
}

/** Where little of the far side is bare it is in the light of the near one, as far as anybody can tell: this much weight. */
const SAME_LIGHT = 1;

function lightAt({ form }: Head, readings: readonly Reading[], point: number): Light {
  const sum = { weight: SAME_LIGHT, gain: 0, u: 0, v: 0 };
  for (const { x, y, light, bare } of readings) {
    const weight = bare * nearness(form, point, x, y);
    sum.weight += weight;
    sum.gain += weight * Math.log(light.gain);
    sum.u += weight * light.u;
    sum.v += weight * light.v;
  }
  const { weight } = sum;
  return { gain: Math.exp(sum.gain / weight), u: sum.u / weight, v: sum.v / weight };
}

function nearness(form: Float32Array, point: number, x: number, y: number): number {
  const apart = (form[point * 3]! - x) ** 2 + (form[point * 3 + 1]! - y) ** 2;
  return Math.exp(-apart / LIGHT_REACH ** 2);
}
