import { placeWithin } from './far-side.ts';
import type { Head } from '../face/head.ts';
import { silhouetteAt } from '../face/silhouette.ts';
import type { Planes } from '../picture/planes.ts';

/** Search range inside the mesh's silhouette, and step. Face widths. */
const DEEPEST = 0.13;
const STEP = 0.01;
/** Edges deeper than this are hair over the cheek, which turns with the head. Face widths. */
const HAIR = 0.085;
const HEIGHTS = 28;
/** Minimum colour difference (sum of absolute Y, Cb, Cr differences) to running skin colour that counts as an edge. */
const CLEAR_EDGE = 30;
/** Vertices that bound eyes and mouth, where the colour differs from skin without an edge of the face. */
const FEATURES = [
  { from: 105, to: 230 },
  { from: 37, to: 17 },
];
const FEATURE_MARGIN = 0.03;

/**
 * Corrects the far silhouette. The mesh only estimates the far side of a turned face and may reach into the background;
 * where the photo shows a clear edge inside the mesh, the skin ends there. Returns a function of height (face widths)
 * that gives the edge's distance inside the mesh's silhouette (face widths), interpolated and median-filtered.
 */
export function findEdge(head: Head, photo: Planes, scale: number): (height: number) => number {
  const heights = head.form.filter((_, i) => i % 3 === 1);
  const top = Math.min(...heights);
  const spacing = (Math.max(...heights) - top) / (HEIGHTS - 1);
  const found = Array.from({ length: HEIGHTS }, (_, i) => edgeWithin(head, photo, scale, top + i * spacing));
  const filled = found.map((depth, i) => depth ?? between(found, i));
  const depths = filled.map((_, i) => median(filled.slice(Math.max(0, i - 2), i + 3)));
  return (height) => {
    const at = Math.max(0, Math.min(HEIGHTS - 1.001, (height - top) / spacing));
    const before = Math.floor(at);
    return depths[before]! + (depths[before + 1]! - depths[before]!) * (at - before);
  };
}

/** Undefined at the height of eyes and mouth and outside the face. */
function edgeWithin(head: Head, photo: Planes, scale: number, height: number): number | undefined {
  const silhouette = silhouetteAt(head, height);
  const own = (point: number) => head.form[point * 3 + 1]!;
  const isFeature = FEATURES.some(
    ({ from, to }) => height > own(from) - FEATURE_MARGIN && height < own(to) + FEATURE_MARGIN,
  );
  if (!silhouette || isFeature) return undefined;
  const colour = (within: number) => {
    const [x, y] = placeWithin(head, silhouette, within);
    return colourAt(photo, x * scale, y * scale);
  };
  // With growing yaw the nose comes nearer to the silhouette, so the search range shrinks.
  const deepest = DEEPEST * Math.min(1, Math.max(0.4, 1 - (Math.abs(head.yaw) - 28) / 35));
  let skin = colour(deepest);
  for (let within = deepest - STEP; within > 0; within -= STEP) {
    const here = colour(within);
    if (difference(here, skin) >= CLEAR_EDGE) return within < HAIR ? within + STEP : 0;
    skin = skin.map((value, i) => value + 0.4 * (here[i]! - value));
  }
  return 0;
}

/** Interpolates between the nearest known values above and below. */
function between(depths: readonly (number | undefined)[], at: number): number {
  const above = depths.findLastIndex((depth, i) => i < at && depth !== undefined);
  const below = depths.findIndex((depth, i) => i > at && depth !== undefined);
  if (above === -1 || below === -1) return depths[Math.max(above, below)] ?? 0;
  return depths[above]! + ((depths[below]! - depths[above]!) * (at - above)) / (below - above);
}

function colourAt({ y: luma, u, v, width, height }: Planes, x: number, y: number): number[] {
  const column = Math.max(0, Math.min(width - 1, Math.round(x)));
  const row = Math.max(0, Math.min(height - 1, Math.round(y)));
  const chroma = (row >> 1) * (width >> 1) + (column >> 1);
  return [luma[row * width + column]!, u[chroma]!, v[chroma]!];
}

function difference(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
