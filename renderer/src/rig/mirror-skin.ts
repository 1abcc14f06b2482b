import type { Head } from '../face/head.ts';
import { LEFT_BROW, LEFT_EYE_RIMS, RIGHT_BROW, RIGHT_EYE_RIMS } from '../face/landmarks.ts';
import { limbAt, seenAcross } from '../face/limb.ts';
import { LIPS } from '../face/refined-points.ts';
import { SKIN_TRIANGLES } from '../face/skin-triangles.ts';
import { TWINS } from '../face/twin-points.ts';
import type { Planes } from '../planes.ts';
import { smooth } from '../smooth.ts';

/** What a point of the mesh's far side takes from its twin on the near side. */
export interface Twin {
  point: number;
  /** How much of the point's picture is its twin's: 1 where the photo hides the point itself. */
  share: number;
  /** What brings the twin's brightness and colours to those of its own side. */
  light: Light;
}

interface Light {
  /** Of what is brighter than black, which is 16. */
  gain: number;
  u: number;
  v: number;
}

/** The luma of black. */
export const BLACK = 16;
/** A head turned less than this hides nothing that a turn could show. Degrees. */
const LEAST_YAW = 14;
/** From the outline inwards, in face widths: so near it the photo shows a point too much from the side to be of use. */
const HIDDEN = 0.012;
const SEEN = 0.06;
/** How far the light of a place tells that of another, in face widths. */
const LIGHT_REACH = 0.16;
const GAIN = { least: 0.6, most: 1.6 };
/** Around each point the light is the mean of so much, in face widths. */
const PATCH = 0.025;

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
  if (Math.abs(head.yaw) < LEAST_YAW) return [];
  const hidden = TWINS.map((twin, point) => (twin === point ? 0 : hiddenShare(head, edgeWithin, point)));
  const lights = readLights(head, hidden, photo, scale);
  const skin = recogniseSkin(head, photo, scale);
  return hidden.map((share, point) => ({
    point,
    share: share * skin[TWINS[point]!]!,
    light: lightAt(head, lights, point),
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
function recogniseSkin(head: Head, photo: Planes, scale: number): Float32Array {
  const radius = Math.max(1, Math.round(PATCH * head.width * scale));
  const look = (point: number) => meanAround(photo, placeOf(head, point, scale), radius);
  const cheek = look(head.yaw > 0 ? CHEEKS.left : CHEEKS.right);
  const alone = TWINS.map((_, point) => {
    if (FEATURES.has(point)) return 1;
    const { y, u, v } = look(point);
    const brightness = (y - BLACK) / Math.max(1, cheek.y - BLACK);
    const apart = Math.abs(u - cheek.u) + Math.abs(v - cheek.v);
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

function hiddenShare(head: Head, edgeWithin: (height: number) => number, point: number): number {
  const [x, y, z] = [head.form[point * 3]!, head.form[point * 3 + 1]!, head.form[point * 3 + 2]!];
  const across = Math.sign(head.yaw) * x;
  const limb = limbAt(head, y);
  if (!limb || across <= 0) return 0;
  if (across > limb.across) return 1;
  const within = limb.reach - seenAcross(across, z, head.yaw) - edgeWithin(y);
  return 1 - smooth((within - HIDDEN) / (SEEN - HIDDEN));
}

interface Reading {
  x: number;
  y: number;
  light: Light;
}

/** How the light of the far side differs from that of the near one, wherever the photo shows both. */
function readLights(head: Head, shares: readonly number[], photo: Planes, scale: number): Reading[] {
  const radius = Math.max(1, Math.round(PATCH * head.width * scale));
  const far = Math.sign(head.yaw);
  return shares.flatMap((share, point) => {
    const [x, y] = [head.form[point * 3]!, head.form[point * 3 + 1]!];
    if (share > 0 || far * x < 0.05) return [];
    const own = meanAround(photo, placeOf(head, point, scale), radius);
    const twin = meanAround(photo, placeOf(head, TWINS[point]!, scale), radius);
    const gain = Math.max(GAIN.least, Math.min(GAIN.most, (own.y - BLACK) / Math.max(8, twin.y - BLACK)));
    return [{ x, y, light: { gain, u: own.u - twin.u, v: own.v - twin.v } }];
  });
}

function lightAt({ form }: Head, readings: readonly Reading[], point: number): Light {
  const sum = { weight: 0, gain: 0, u: 0, v: 0 };
  for (const { x, y, light } of readings) {
    const apart = (form[point * 3]! - x) ** 2 + (form[point * 3 + 1]! - y) ** 2;
    const weight = 1e-6 + Math.exp(-apart / LIGHT_REACH ** 2);
    sum.weight += weight;
    sum.gain += weight * Math.log(light.gain);
    sum.u += weight * light.u;
    sum.v += weight * light.v;
  }
  const { weight } = sum;
  return weight === 0
    ? { gain: 1, u: 0, v: 0 }
    : { gain: Math.exp(sum.gain / weight), u: sum.u / weight, v: sum.v / weight };
}

function placeOf({ places }: Head, point: number, scale: number): readonly [number, number] {
  return [places[point * 2]! * scale, places[point * 2 + 1]! * scale];
}

function meanAround({ y: luma, u, v, width, height }: Planes, [x, y]: readonly [number, number], radius: number) {
  const sum = { y: 0, u: 0, v: 0 };
  let count = 0;
  for (let row = Math.max(0, Math.round(y) - radius); row <= Math.min(height - 1, Math.round(y) + radius); row++) {
    for (
      let column = Math.max(0, Math.round(x) - radius);
      column <= Math.min(width - 1, Math.round(x) + radius);
      column++
    ) {
      const chroma = (row >> 1) * (width >> 1) + (column >> 1);
      sum.y += luma[row * width + column]!;
      sum.u += u[chroma]!;
      sum.v += v[chroma]!;
      count++;
    }
  }
  count ||= 1;
  return { y: sum.y / count, u: sum.u / count, v: sum.v / count };
}
