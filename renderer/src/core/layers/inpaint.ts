import { createMap, type FloatMap } from './float-map.ts';

/**
 * Inpaints the pixels of `map` whose `known` weight is 0 by pull-push interpolation: weighted means are halved down a
 * pyramid, then gaps are filled from the next coarser level. Returns zeros if nothing is known.
 */
export function inpaint(map: FloatMap, known: FloatMap): FloatMap {
  const weighted = { ...map, data: map.data.map((value, i) => value * known.data[i]!) };
  return pullFromCoarser(weighted, known);
}

/** `sums` holds values multiplied by their weights. */
function pullFromCoarser(sums: FloatMap, weights: FloatMap): FloatMap {
  const { width, height } = sums;
  const result = createMap(width, height);
  const coarser = width > 1 || height > 1 ? pullFromCoarser(halve(sums), halve(weights)) : result;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const weight = Math.min(1, weights.data[i]!);
      const own = weight > 0 ? sums.data[i]! / weights.data[i]! : 0;
      result.data[i] = weight === 1 ? own : own * weight + (1 - weight) * sampleHalf(coarser, x, y);
    }
  }
  return result;
}

function halve(map: FloatMap): FloatMap {
  const half = createMap(Math.ceil(map.width / 2), Math.ceil(map.height / 2));
  for (let y = 0; y < map.height; y++) {
    for (let x = 0; x < map.width; x++) half.data[(y >> 1) * half.width + (x >> 1)]! += map.data[y * map.width + x]!;
  }
  return half;
}

/** Bilinear sample of the half-size map; the nearest pixel has weight 3/4 along each axis. */
function sampleHalf(half: FloatMap, x: number, y: number): number {
  const nearX = x >> 1;
  const nearY = y >> 1;
  const farX = Math.max(0, Math.min(half.width - 1, nearX + (x & 1 ? 1 : -1)));
  const farY = Math.max(0, Math.min(half.height - 1, nearY + (y & 1 ? 1 : -1)));
  const { data, width } = half;
  const near = 0.75 * data[nearY * width + nearX]! + 0.25 * data[nearY * width + farX]!;
  const far = 0.75 * data[farY * width + nearX]! + 0.25 * data[farY * width + farX]!;
  return 0.75 * near + 0.25 * far;
}
