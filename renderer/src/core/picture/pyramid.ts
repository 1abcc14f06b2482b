import { type Rgb, sampleCrop, type Crop } from './sample-crop.ts';

/** A picture, and the same at a half, a quarter and so on of its sides. */
export type Pyramid = readonly Rgb[];

/** Half-size copies are made until one side is so short: no detector looks at fewer pixels. */
const LEAST_SIDE = 192;

export function buildPyramid(picture: Rgb): Pyramid {
  const levels = [picture];
  for (let level = picture; Math.min(level.width, level.height) >= 2 * LEAST_SIDE;) {
    level = halve(level);
    levels.push(level);
  }
  return levels;
}

/** As `sampleCrop`, in a time that hardly depends on how large the crop is. The crop and `repeated` are in pixels of the whole picture. */
export function samplePyramid(pyramid: Pyramid, crop: Crop, size: number, repeated = 0): Float32Array {
  const level = Math.max(0, Math.min(pyramid.length - 1, Math.floor(Math.log2(crop.side / size))));
  const scale = 2 ** -level;
  const { x, y, side, angle } = crop;
  return sampleCrop(pyramid[level]!, { x: x * scale, y: y * scale, side: side * scale, angle }, size, repeated * scale);
}

/** Each pixel is the mean of four; an odd last row or column is left out. */
function halve({ data, width, height }: Rgb): Rgb {
  const half = { width: width >> 1, height: height >> 1 };
  const pixels = new Uint8Array(half.width * half.height * 3);
  for (let y = 0, to = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const from = (2 * y * width + 2 * x) * 3;
      for (let at = from; at < from + 3; at++, to++) {
        const below = at + width * 3;
        pixels[to] = (data[at]! + data[at + 3]! + data[below]! + data[below + 3]! + 2) >> 2;
      }
    }
  }
  return { data: pixels, ...half };
}
