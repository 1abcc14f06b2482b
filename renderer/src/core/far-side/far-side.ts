import type { Head } from '../face/head.ts';
import { OVAL } from '../face/landmarks.ts';
import { silhouetteAt, seenAcross, type Silhouette } from '../face/silhouette.ts';
import { linearStep } from '../smoothstep.ts';

/** How far inside the silhouette the skin is sampled that is stretched over uncovered areas. Face widths. */
const MARGIN = 0.022;
/** Points further behind the silhouette sample further inside; stretching a single line of skin would give streaks. */
const FOLD = 0.5;
/** Vertices that bound the eye band (with brows) and the lip band: the topmost of `from` to the lowest of `to`. */
const FEATURES = {
  eyes: { from: [105, 334], middle: [33, 263], to: [230, 450] },
  lips: { from: [37, 267], middle: [61, 291], to: [17] },
} as const;
const FEATURE_MARGIN = 0.03;
/** Scale of the mirrored texture above and below a band; stretching a single line of skin would give stripes. */
const MIRRORED = 0.6;
/**
 * Below `MIN_YAW` a head hides nothing that a turn could uncover; from `MUCH_YAW` on it hides half a cheek. Degrees.
 */
const MIN_YAW = 14;
const MUCH_YAW = 30;

/**
 * Texture offsets for a head that turns towards the viewer. The uncovered skin is not in the photo, and at its position
 * the photo shows an eye or hair, so the skin just inside the silhouette is stretched over it. Returns x, y per vertex
 * in film pixels; all 0 for a frontal head.
 */
export function extendVisibleSkin(
  head: Head,
  edgeWithin: (height: number) => number,
  besideLens: (height: number) => number,
): Float32Array {
  const offsets = new Float32Array((head.form.length / 3) * 2);
  if (Math.abs(head.yaw) < MIN_YAW) return offsets;
  const far = Math.sign(head.yaw);
  const turned = Math.min(1, (Math.abs(head.yaw) - MIN_YAW) / (MUCH_YAW - MIN_YAW));
  const bareHeight = besideFeatures(head);
  for (let i = 0; i < head.form.length / 3; i++) {
    const across = far * head.form[i * 3]!;
    const silhouette = silhouetteAt(head, head.form[i * 3 + 1]!);
    if (!silhouette || across < 0) continue;
    const seen = seenAcross(across, head.form[i * 3 + 2]!, head.yaw);
    const height = head.form[i * 3 + 1]!;
    const need = turned * besideLens(height);
    if (across > silhouette.across) {
      const bare = bareHeight(height);
      const beside = silhouetteAt(head, bare) ?? silhouette;
      const from = beside.reach - MARGIN - edgeWithin(bare) - FOLD * (silhouette.reach - seen);
      const [x, y] = towardsFarSide(head, need * (from - seen));
      const below = need * (bare - height) * head.width;
      offsets.set([x + below * head.axes[1][0], y + below * head.axes[1][1]], i * 2);
    } else {
      // Inside the silhouette the texture is compressed, so that nothing is sampled from beyond it.
      const margin = MARGIN + edgeWithin(height);
      offsets.set(towardsFarSide(head, -need * margin * nearness((silhouette.reach - seen) / margin)), i * 2);
    }
  }
  return offsets;
}

/** Yaw range over which the far lens becomes so narrow that stretching it back looks distorted. Degrees. */
const NARROW_LENS = { from: 24, to: 34 };
/** Yaw range over which too little of the far lens is visible to be stretched at all. Degrees. */
const NO_LENS = { from: 38, to: 46 };
/** Fade above and below the eye band outside of which glasses have no effect. Face widths. */
const LENS_FADE = 0.05;

/**
 * The far lens of glasses occludes the uncovered skin, and its rim lies beyond the silhouette. So nothing is drawn over
 * it; its own texture is stretched. Returns a function of height: 0 if the lens covers, 1 where the face is drawn as
 * without glasses. `worn` is the probability of glasses.
 */
export function measureBesideLens(head: Pick<Head, 'form' | 'yaw'>, worn: number): (height: number) => number {
  const { top, bottom } = featureBands(head).eyes;
  const covers = worn * (1 - linearStep(Math.abs(head.yaw), NO_LENS.from, NO_LENS.to));
  return (height) => {
    const inside = Math.min(height - top, bottom - height);
    return 1 - covers * Math.max(0, Math.min(1, 1 + inside / LENS_FADE));
  };
}

/** How much turning back distorts the far lens, 0 to 1; the near side has no lens texture to mirror. */
export function lensStrain(yaw: number, worn: number): number {
  return worn * linearStep(Math.abs(yaw), NARROW_LENS.from, NARROW_LENS.to);
}

/**
 * Maps a height within the eye or lip band to a height of plain skin: above the band for its upper half, below for its
 * lower half. Stretched features would be streaks.
 */
function besideFeatures(head: Head): (height: number) => number {
  const bands = Object.values(featureBands(head));
  return (height) => {
    const band = bands.find(({ top, bottom }) => height > top && height < bottom);
    if (!band) return height;
    const edge = height < band.middle ? band.top : band.bottom;
    return edge + MIRRORED * (edge - height);
  };
}

/** A range of heights in head coordinates, in face widths. */
interface Band {
  top: number;
  middle: number;
  bottom: number;
}

/** Heights of the eyes with their brows, and of the lips. */
export function featureBands({ form }: Pick<Head, 'form'>): Record<keyof typeof FEATURES, Band> {
  const at = (point: number) => form[point * 3 + 1]!;
  const band = ({ from, middle, to }: (typeof FEATURES)[keyof typeof FEATURES]): Band => ({
    top: Math.min(...from.map(at)) - FEATURE_MARGIN,
    middle: (at(middle[0]) + at(middle[1])) / 2,
    bottom: Math.max(...to.map(at)) + FEATURE_MARGIN,
  });
  return { eyes: band(FEATURES.eyes), lips: band(FEATURES.lips) };
}

/**
 * The silhouette as seen by the viewer: the vertices of `OVAL`, each hidden one replaced by the vertex that occludes
 * it.
 */
export function visibleOutline(head: Head): readonly number[] {
  if (Math.abs(head.yaw) < MIN_YAW) return OVAL;
  return OVAL.map((point) => hidingPoint(head, point) ?? point);
}

/** The film-pixel vector of length `way` (face widths) towards the side that the head is turned to. */
export function towardsFarSide({ axes: [[x, y]], width, yaw }: Head, way: number): [number, number] {
  const scale = (Math.sign(yaw) * width * way) / Math.hypot(x, y);
  return [scale * x, scale * y];
}

/** The film position `within` face widths inside the far silhouette. */
export function placeWithin(head: Head, { between: [p, q, part] }: Silhouette, within: number): [number, number] {
  const [x, y] = towardsFarSide(head, -within);
  const place = (k: 0 | 1) => head.places[p * 2 + k]! * (1 - part) + head.places[q * 2 + k]! * part;
  return [place(0) + x, place(1) + y];
}

/** Quadratic falloff: 1 at the silhouette, 0 at twice the margin inside it. */
function nearness(margins: number): number {
  const t = Math.max(0, Math.min(1, 1 - margins / 2));
  return t * t;
}

function hidingPoint(head: Head, point: number): number | undefined {
  const height = head.form[point * 3 + 1]!;
  const silhouette = silhouetteAt(head, height);
  const far = Math.sign(head.yaw);
  if (!silhouette || far * head.form[point * 3]! <= silhouette.across) return undefined;
  let [nearest, least] = [point, Infinity];
  for (let i = 0; i < head.form.length / 3; i++) {
    const across = far * head.form[i * 3]! - silhouette.across;
    const short = silhouette.reach - seenAcross(far * head.form[i * 3]!, head.form[i * 3 + 2]!, head.yaw);
    const apart = Math.hypot(short, head.form[i * 3 + 1]! - height) + 0.1 * Math.abs(across);
    if (apart < least) [nearest, least] = [i, apart];
  }
  return nearest;
}
