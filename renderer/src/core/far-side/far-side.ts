import type { Head } from '../face/head.ts';
import { OVAL } from '../face/landmarks.ts';
import { silhouetteAt, seenAcross, type Silhouette } from '../face/silhouette.ts';
import { linearStep } from '../smoothstep.ts';

/** How far inside the outline the skin is taken from that a turn brings into sight, in face widths. */
const MARGIN = 0.022;
/** What is further behind is taken from further inside, or one line of skin would be drawn out into streaks. */
const FOLD = 0.5;
/** Between the topmost of the points `from` and the lowest of `to` of either side lie brow and eye, and the lips. */
const FEATURES = {
  eyes: { from: [105, 334], middle: [33, 263], to: [230, 450] },
  lips: { from: [37, 267], middle: [61, 291], to: [17] },
} as const;
const FEATURE_MARGIN = 0.03;
/** The skin above and below them is taken as in a mirror, drawn out: one line of it would make stripes. */
const MIRRORED = 0.6;
/** A head turned less than this hides nothing that a turn could show; from `MUCH_YAW` on it hides half a cheek. Degrees. */
const MIN_YAW = 14;
const MUCH_YAW = 30;

/**
 * How far each point's picture is to be taken from its place at rest once the head turns to the viewer: what the turn
 * brings into sight is not in the photo, and where it will lie the photo shows an eye, or hair. The skin just inside the
 * outline is drawn out over it. Film pixels, x and y in turn.
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
      // Short of the outline the skin is drawn together, so that what is taken never lies beyond it.
      const margin = MARGIN + edgeWithin(height);
      offsets.set(towardsFarSide(head, -need * margin * nearness((silhouette.reach - seen) / margin)), i * 2);
    }
  }
  return offsets;
}

/** From the first on the far lens is so narrow that growing wide strains it, and from the second on it strains it most. Degrees. */
const NARROW_LENS = { from: 24, to: 34 };
/** From the first on too little is seen of the far lens to be drawn wide, and from the second on nothing. Degrees. */
const NO_LENS = { from: 38, to: 46 };
/** So far above and below brow and eye, in face widths, all is as without spectacles. */
const LENS_FADE = 0.05;

/**
 * The far lens of spectacles stands before what a turn brings into sight, and its rim beyond the outline: nothing is drawn over it, it
 * grows wide itself. At a height of the face, how much is drawn as on a bare one, from 0 to 1. `worn` is how surely there are any.
 */
export function measureBesideLens(head: Pick<Head, 'form' | 'yaw'>, worn: number): (height: number) => number {
  const { top, bottom } = featureBands(head).eyes;
  const covers = worn * (1 - linearStep(Math.abs(head.yaw), NO_LENS.from, NO_LENS.to));
  return (height) => {
    const inside = Math.min(height - top, bottom - height);
    return 1 - covers * Math.max(0, Math.min(1, 1 + inside / LENS_FADE));
  };
}

/** How much a head that comes back strains the far lens of its spectacles, from 0 to 1: the near side has none to stand for it. */
export function lensStrain(yaw: number, worn: number): number {
  return worn * linearStep(Math.abs(yaw), NARROW_LENS.from, NARROW_LENS.to);
}

/**
 * Where beside brow, eye and mouth bare skin is found: drawn out, they would be streaks. What lies above the middle of
 * one is taken from above it, the rest from below it.
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

/** The heights between which something lies in a face. */
interface Band {
  top: number;
  middle: number;
  bottom: number;
}

/** Where brows and eyes lie, and the lips. */
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
 * The mesh's points that make the outline which the viewer sees: the contour's own, but for those that the far side
 * hides, in whose place stand the points that hide them.
 */
export function visibleOutline(head: Head): readonly number[] {
  if (Math.abs(head.yaw) < MIN_YAW) return OVAL;
  return OVAL.map((point) => hidingPoint(head, point) ?? point);
}

/** A way towards the side that the head is turned to, in film pixels; `way` in face widths. */
export function towardsFarSide({ axes: [[x, y]], width, yaw }: Head, way: number): [number, number] {
  const scale = (Math.sign(yaw) * width * way) / Math.hypot(x, y);
  return [scale * x, scale * y];
}

/** A place of the film so far within the outline of the far side, in face widths. */
export function placeWithin(head: Head, { between: [p, q, part] }: Silhouette, within: number): [number, number] {
  const [x, y] = towardsFarSide(head, -within);
  const place = (k: 0 | 1) => head.places[p * 2 + k]! * (1 - part) + head.places[q * 2 + k]! * part;
  return [place(0) + x, place(1) + y];
}

/** 1 at the outline, 0 at twice the margin from it. */
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
