import { cleanMask } from './clean-mask.ts';
import { inpaint } from './inpaint.ts';
import type { Box, Size } from '../picture/framing.ts';
import { BLOCK, HAS_BACKGROUND, HAS_SUBJECT, type SubjectLayer } from './compose-frame.ts';
import { boxMax, boxMean, mapValues, guidedFilter, type FloatMap } from './float-map.ts';
import { createFrame, type Planes } from '../picture/planes.ts';
import { smoothstep } from '../smoothstep.ts';
import type { SubjectMask } from './subject-mask.ts';

/**
 * Short side of the maps on which matte and inpainting are computed. The matte is soft, so more resolution is
 * invisible.
 */
const MAP_SIDE = 288;
/** Pixels of the map by which the subject is widened for inpainting, so that loose hair leaves no ghost. */
const MARGIN = 4;

export function mapSize({ width, height }: Size): Size {
  const scale = Math.min(1, MAP_SIDE / Math.min(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Resizes an 8-bit plane from one size to another, with antialiasing. */
export type ResizePlane = (
  plane: Uint8Array,
  from: Size,
  to: Size,
  kernel: 'lanczos3' | 'cubic',
) => Promise<Uint8Array>;

/** Minimum share of a face's landmarks that the mask must cover. */
const WHOLE = 0.95;

/**
 * Splits the photo into the subject's matte and a background with the subject inpainted. `faces` are landmarks, x and y
 * in turn, in fractions of the photo. Returns undefined if the mask misses one of them, as it does with small faces
 * behind others: the layers would tear it apart. What is outside of `area`, a margin, is no background to go on with.
 */
export async function cutOutSubject(
  photo: Planes,
  mask: SubjectMask,
  resize: ResizePlane,
  faces: readonly Float32Array[] = [],
  area: Box = { left: 0, top: 0, right: 1, bottom: 1 },
): Promise<SubjectLayer | undefined> {
  const luma = await shrink(photo.y, photo, mask, resize);
  const alpha = outline(mask, luma);
  if (faces.some((points) => shareWithin(alpha, points) < WHOLE)) return undefined;
  const zone = surroundings(alpha);
  const known = { ...zone, data: zone.data.map((share, i) => (share > 0 || !isWithin(area, zone, i) ? 0 : 1)) };
  const coverage = {
    y: { alpha: await enlarge(alpha, 1, photo, resize), zone: await enlarge(zone, 1, photo, resize) },
    uv: { alpha: await enlarge(alpha, 2, photo, resize), zone: await enlarge(zone, 2, photo, resize) },
  };
  const background = createFrame(photo.width, photo.height);
  const matte = {
    y: new Int16Array(photo.y.length * 2),
    u: new Int16Array(photo.u.length * 2),
    v: new Int16Array(photo.v.length * 2),
  };
  for (const plane of ['y', 'u', 'v'] as const) {
    const step = plane === 'y' ? 1 : 2;
    const size = { width: photo.width / step, height: photo.height / step };
    const small = plane === 'y' ? luma : await shrink(photo[plane], size, mask, resize);
    const fill = await enlarge(inpaint(small, known), step, photo, resize);
    split(photo[plane], fill, plane === 'y' ? coverage.y : coverage.uv, background[plane], matte[plane]);
  }
  return { background, matte, ...describeBlocks(matte.y, photo) };
}

/** The cleaned mask, aligned to the photo's edges (guided filter) and with more contrast. */
function outline(mask: SubjectMask, luma: FloatMap): FloatMap {
  const raw = { width: mask.width, height: mask.height, data: Float32Array.from(mask.alpha, (alpha) => alpha / 255) };
  return mapValues(guidedFilter(cleanMask(raw), luma, 6, 0.001), (alpha) => smoothstep((alpha - 0.05) / 0.35));
}

function shareWithin({ width, height, data }: FloatMap, points: Float32Array): number {
  let within = 0;
  for (let i = 0; i < points.length; i += 2) {
    const column = Math.max(0, Math.min(width - 1, Math.floor(points[i]! * width)));
    const row = Math.max(0, Math.min(height - 1, Math.floor(points[i + 1]! * height)));
    if (data[row * width + column]! > 0.9) within++;
  }
  return within / (points.length / 2);
}

/** Whether a whole pixel of the map is within the box. */
function isWithin({ left, top, right, bottom }: Box, { width, height }: Size, at: number): boolean {
  const [column, row] = [at % width, Math.floor(at / width)];
  return column >= left * width && column + 1 <= right * width && row >= top * height && row + 1 <= bottom * height;
}

/** The area to inpaint: 1 on the subject and close around it, fading to 0 over a few pixels. */
function surroundings(alpha: FloatMap): FloatMap {
  const wide = boxMax(
    mapValues(alpha, (share) => (share > 0.02 ? 1 : 0)),
    MARGIN,
  );
  return mapValues(boxMean(boxMean(wide, 2), 2), smoothstep);
}

async function shrink(plane: Uint8Array, size: Size, { width, height }: Size, resize: ResizePlane): Promise<FloatMap> {
  const bytes = await resize(plane, size, { width, height }, 'lanczos3');
  return { width, height, data: Float32Array.from(bytes, (value) => value / 255) };
}

function enlarge(map: FloatMap, step: number, photo: Size, resize: ResizePlane): Promise<Uint8Array> {
  const bytes = Uint8Array.from(map.data, (value) => Math.round(value * 255));
  return resize(bytes, map, { width: photo.width / step, height: photo.height / step }, 'cubic');
}

function split(
  photo: Uint8Array,
  fill: Uint8Array,
  { alpha, zone }: { alpha: Uint8Array; zone: Uint8Array },
  background: Uint8Array,
  matte: Int16Array,
): void {
  for (let i = 0; i < photo.length; i++) {
    const value = photo[i]!;
    const share = zone[i]! < 3 ? 0 : zone[i]!;
    const behind = value + Math.round(((fill[i]! - value) * share) / 255);
    const transmission = share === 0 ? 256 : 256 - Math.round((alpha[i]! * 256) / 255);
    background[i] = behind;
    matte[i * 2] = value - ((transmission * behind + 128) >> 8);
    matte[i * 2 + 1] = transmission;
  }
}

function describeBlocks(matte: Int16Array, { width, height }: Size): { blocks: Uint8Array; blockColumns: number } {
  const blockColumns = Math.ceil(width / BLOCK) + 1;
  const blocks = new Uint8Array(blockColumns * (Math.ceil(height / BLOCK) + 1));
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const residual = matte[i * 2]!;
      const transmission = matte[i * 2 + 1]!;
      const isBackground = transmission === 256 && residual === 0;
      const holds = isBackground ? HAS_BACKGROUND : transmission === 0 ? HAS_SUBJECT : HAS_SUBJECT | HAS_BACKGROUND;
      blocks[(y >> 4) * blockColumns + (x >> 4)]! |= holds;
    }
  }
  return { blocks, blockColumns };
}
