/** Packed 8-bit sRGB. */
export interface Rgb {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Distance kept from the last pixel, so that bilinear sampling stays inside the row. */
const LAST = 1e-3;

/** A rotated square in a picture: centre and side in pixels, `angle` clockwise in radians. */
export interface Crop {
  x: number;
  y: number;
  side: number;
  angle: number;
}

/** Maps (`u`, `v`) in the crop, both 0 to 1, to a point of the picture. */
export function fromCrop({ x, y, side, angle }: Crop, u: number, v: number): { x: number; y: number } {
  const right = (u - 0.5) * side;
  const down = (v - 0.5) * side;
  return {
    x: x + right * Math.cos(angle) - down * Math.sin(angle),
    y: y + right * Math.sin(angle) + down * Math.cos(angle),
  };
}

/**
 * Resamples a crop to `size` × `size` pixels: RGB interleaved, 0 to 255. Beyond its border, the picture's outermost
 * pixels are repeated for `repeated` pixels, then all is black. When shrinking, up to 4 × 4 samples are averaged per
 * pixel, to avoid aliasing that would disturb the detectors.
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
      const x = clampToRow(start.x + column * stepX - 0.5, width, repeated);
      const y = clampToRow(start.y + column * stepY - 0.5, height, repeated);
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

/** Clamps a position at most `atMost` outside a row to its ends; returns other positions unchanged. */
function clampToRow(place: number, length: number, atMost: number): number {
  if (place < 0) return place < -atMost ? place : 0;
  const last = length - 1;
  return place < last || place >= last + atMost ? place : last - LAST;
}

/** An image pyramid: the picture, then half its sides, a quarter, and so on. */
export type Pyramid = readonly Rgb[];

/** Halving stops before the short side gets smaller than this: no detector has a smaller input. */
const MIN_SIDE = 192;

export function buildPyramid(picture: Rgb): Pyramid {
  const levels = [picture];
  for (let level = picture; Math.min(level.width, level.height) >= 2 * MIN_SIDE;) {
    level = halve(level);
    levels.push(level);
  }
  return levels;
}

/**
 * Like `sampleCrop`, but takes about the same time for crops of any size. All lengths are in pixels of the whole
 * picture.
 */
export function samplePyramid(pyramid: Pyramid, crop: Crop, size: number, repeated = 0): Float32Array {
  const level = Math.max(0, Math.min(pyramid.length - 1, Math.floor(Math.log2(crop.side / size))));
  const scale = 2 ** -level;
  const { x, y, side, angle } = crop;
  return sampleCrop(pyramid[level]!, { x: x * scale, y: y * scale, side: side * scale, angle }, size, repeated * scale);
}

/** Means of 2 × 2 pixels; an odd last row or column is dropped. */
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
