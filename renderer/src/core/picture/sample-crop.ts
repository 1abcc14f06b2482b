/** Packed 8-bit sRGB. */
export interface Rgb {
  data: Uint8Array;
  width: number;
  height: number;
}

/** So little before the last pixel of a row that it is all that is seen. */
const LAST = 1e-3;

/** A square cut out of a picture, at any angle: `angle` turns the square clockwise, in radians. Pixels. */
export interface Crop {
  x: number;
  y: number;
  side: number;
  angle: number;
}

/** The point of the picture that lies at `(u, v)` of the crop, both from 0 to 1. */
export function fromCrop({ x, y, side, angle }: Crop, u: number, v: number): { x: number; y: number } {
  const right = (u - 0.5) * side;
  const down = (v - 0.5) * side;
  return {
    x: x + right * Math.cos(angle) - down * Math.sin(angle),
    y: y + right * Math.sin(angle) + down * Math.cos(angle),
  };
}

/**
 * The crop's pixels as numbers from 0 to 255, `size` by `size`, red, green and blue in turn. Beyond the picture its outermost
 * pixels are repeated for so many pixels as `repeated` says, and all is black from there on. Where the crop is shrunk, each
 * pixel is the mean of several, or fine patterns would disturb the detectors.
 */
export function sampleCrop(picture: Rgb, crop: Crop, size: number, repeated = 0): Float32Array {
  const pixels = new Float32Array(size * size * 3);
  const taps = Math.max(1, Math.min(4, Math.round(crop.side / size)));
  const { data, width, height } = picture;
  const step = crop.side / (size * taps);
  const stepX = step * Math.cos(crop.angle);
  const stepY = step * Math.sin(crop.angle);
  for (let row = 0; row < size * taps; row++) {
    const start = fromCrop(crop, 0.5 / (size * taps), (row + 0.5) / (size * taps));
    let at = Math.floor(row / taps) * size * 3;
    for (let column = 0; column < size * taps; column++) {
      const x = within(start.x + column * stepX - 0.5, width, repeated);
      const y = within(start.y + column * stepY - 0.5, height, repeated);
      if (x >= 0 && y >= 0 && x < width - 1 && y < height - 1) {
        const left = Math.floor(x);
        const top = Math.floor(y);
        const pixel = (top * width + left) * 3;
        const across = x - left;
        const down = y - top;
        for (let channel = 0; channel < 3; channel++) {
          const i = pixel + channel;
          const upper = data[i]! + (data[i + 3]! - data[i]!) * across;
          const lower = data[i + width * 3]! + (data[i + width * 3 + 3]! - data[i + width * 3]!) * across;
          pixels[at + channel]! += upper + (lower - upper) * down;
        }
      }
      if (column % taps === taps - 1) at += 3;
    }
  }
  if (taps > 1) for (let i = 0; i < pixels.length; i++) pixels[i]! /= taps * taps;
  return pixels;
}

/** Of a place at most so far before or behind a row of pixels, its first or last place; any other as it is. */
function within(place: number, length: number, atMost: number): number {
  if (place < 0) return place < -atMost ? place : 0;
  const last = length - 1;
  return place < last || place >= last + atMost ? place : last - LAST;
}

/** A picture, and the same at a half, a quarter and so on of its sides. */
export type Pyramid = readonly Rgb[];

/** Half-size copies are made until one side is so short: no detector looks at fewer pixels. */
const MIN_SIDE = 192;

export function buildPyramid(picture: Rgb): Pyramid {
  const levels = [picture];
  for (let level = picture; Math.min(level.width, level.height) >= 2 * MIN_SIDE;) {
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
