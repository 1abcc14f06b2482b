/** A single-channel floating-point picture, used at low resolution for masks and inpainting. */
export interface FloatMap {
  width: number;
  height: number;
  data: Float32Array;
}

export function createMap(width: number, height: number): FloatMap {
  return { width, height, data: new Float32Array(width * height) };
}

export function combineMaps(a: FloatMap, b: FloatMap, operation: (a: number, b: number) => number): FloatMap {
  const result = createMap(a.width, a.height);
  for (let i = 0; i < result.data.length; i++) result.data[i] = operation(a.data[i]!, b.data[i]!);
  return result;
}

export function mapValues(map: FloatMap, operation: (value: number) => number): FloatMap {
  return { ...map, data: map.data.map(operation) };
}

/** The means of blocks of `step` × `step` pixels; the last ones of a row or column may be smaller. */
export function shrink(map: FloatMap, step: number): FloatMap {
  const small = createMap(Math.ceil(map.width / step), Math.ceil(map.height / step));
  for (let row = 0, i = 0; row < small.height; row++) {
    const bottom = Math.min(map.height, (row + 1) * step);
    for (let column = 0; column < small.width; column++, i++) {
      const right = Math.min(map.width, (column + 1) * step);
      let [sum, count] = [0, 0];
      for (let y = row * step; y < bottom; y++) {
        for (let x = column * step; x < right; x++, count++) sum += map.data[y * map.width + x]!;
      }
      small.data[i] = sum / count;
    }
  }
  return small;
}

/** Box filter of (2 × radius + 1)² pixels; normalised at the borders. */
export function boxMean(map: FloatMap, radius: number): FloatMap {
  return slide(slide(map, radius, meanLine, 1), radius, meanLine, map.width);
}

/** Morphological dilation by a square of the given radius. */
export function boxMax(map: FloatMap, radius: number): FloatMap {
  return slide(slide(map, radius, maxLine, 1), radius, maxLine, map.width);
}

/**
 * Guided filter (He, Sun and Tang, 2010): smooths `map` so that its edges follow those of `guide`, both 0 to 1.
 * `softness` is the paper's ε: the variance below which an edge of the guide is ignored.
 */
export function guidedFilter(map: FloatMap, guide: FloatMap, radius: number, softness: number): FloatMap {
  const product = (a: number, b: number) => a * b;
  const meanGuide = boxMean(guide, radius);
  const meanMap = boxMean(map, radius);
  const covariance = combineMaps(
    boxMean(combineMaps(guide, map, product), radius),
    combineMaps(meanGuide, meanMap, product),
    (a, b) => a - b,
  );
  const variance = combineMaps(
    boxMean(combineMaps(guide, guide, product), radius),
    combineMaps(meanGuide, meanGuide, product),
    (a, b) => a - b,
  );
  const slope = combineMaps(covariance, variance, (c, v) => c / (v + softness));
  const offset = combineMaps(meanMap, combineMaps(slope, meanGuide, product), (m, s) => m - s);
  const result = combineMaps(boxMean(slope, radius), guide, product);
  return mapValues(
    combineMaps(result, boxMean(offset, radius), (s, o) => s + o),
    (value) => Math.max(0, Math.min(1, value)),
  );
}

type Line = (from: Float32Array, to: Float32Array, start: number, step: number, count: number, radius: number) => void;

function slide(map: FloatMap, radius: number, line: Line, step: number): FloatMap {
  const { width, height } = map;
  const result = createMap(width, height);
  const lines = step === 1 ? height : width;
  const count = step === 1 ? width : height;
  for (let i = 0; i < lines; i++) line(map.data, result.data, step === 1 ? i * width : i, step, count, radius);
  return result;
}

const meanLine: Line = (from, to, start, step, count, radius) => {
  let sum = 0;
  for (let i = 0; i < Math.min(radius, count); i++) sum += from[start + i * step]!;
  for (let i = 0; i < count; i++) {
    if (i + radius < count) sum += from[start + (i + radius) * step]!;
    if (i - radius - 1 >= 0) sum -= from[start + (i - radius - 1) * step]!;
    to[start + i * step] = sum / (Math.min(count - 1, i + radius) - Math.max(0, i - radius) + 1);
  }
};

const maxLine: Line = (from, to, start, step, count, radius) => {
  for (let i = 0; i < count; i++) {
    let largest = -Infinity;
    for (let j = Math.max(0, i - radius); j <= Math.min(count - 1, i + radius); j++) {
      largest = Math.max(largest, from[start + j * step]!);
    }
    to[start + i * step] = largest;
  }
};
