/**
 * A picture in planar YUV 4:2:0, BT.709, limited range, with even sides: the format in which frames are made and
 * encoded.
 */
export interface Planes {
  width: number;
  height: number;
  y: Uint8Array;
  u: Uint8Array;
  v: Uint8Array;
}

/** A picture whose planes are views into one buffer in I420 order, ready for the encoder. */
export interface Frame extends Planes {
  bytes: Uint8Array;
}

export function createFrame(width: number, height: number): Frame {
  const luma = width * height;
  const chroma = luma / 4;
  const bytes = new Uint8Array(luma + 2 * chroma);
  return {
    width,
    height,
    bytes,
    y: bytes.subarray(0, luma),
    u: bytes.subarray(luma, luma + chroma),
    v: bytes.subarray(luma + chroma),
  };
}

/** Converts packed 8-bit RGB (16-bit fixed-point BT.709 coefficients). Chroma is the mean of each 2 × 2 block. */
export function planesFromRgb(rgb: Uint8Array, width: number, height: number): Frame {
  const frame = createFrame(width, height);
  const { y, u, v } = frame;
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let corner = 0; corner < 4; corner++) {
        const pixel = (row + (corner >> 1)) * width + column + (corner & 1);
        const r = rgb[pixel * 3]!;
        const g = rgb[pixel * 3 + 1]!;
        const b = rgb[pixel * 3 + 2]!;
        y[pixel] = (11966 * r + 40254 * g + 4064 * b + 1081344) >> 16;
        red += r;
        green += g;
        blue += b;
      }
      const chroma = (row >> 1) * (width >> 1) + (column >> 1);
      u[chroma] = (-6596 * red - 22189 * green + 28784 * blue + 33685504) >> 18;
      v[chroma] = (28784 * red - 26145 * green - 2639 * blue + 33685504) >> 18;
    }
  }
  return frame;
}

/** Converts to packed 8-bit RGB; chroma is not interpolated. */
export function rgbFromPlanes(planes: Planes): Uint8ClampedArray {
  const rgb = new Uint8ClampedArray(planes.width * planes.height * 3);
  paintPlanes(planes, rgb, 3);
  return rgb;
}

/** Writes a picture's red, green and blue into packed pixels of 3 or 4 channels; a fourth one is left as it is. */
export function paintPlanes({ width, height, y, u, v }: Planes, pixels: Uint8ClampedArray, channels: 3 | 4): void {
  for (let row = 0, pixel = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, pixel++, at += channels) {
      const chroma = (row >> 1) * (width >> 1) + (column >> 1);
      const luma = 1.164384 * (y[pixel]! - 16);
      const cb = u[chroma]! - 128;
      const cr = v[chroma]! - 128;
      pixels[at] = luma + 1.792741 * cr;
      pixels[at + 1] = luma - 0.213249 * cb - 0.532909 * cr;
      pixels[at + 2] = luma + 2.112402 * cb;
    }
  }
}

/** The planes of a picture that share one resolution: luma alone, or both chroma planes. */
export interface PlaneSet {
  width: number;
  height: number;
  /** Pixels of the picture per pixel of these planes, along one side. */
  step: 1 | 2;
  planes: readonly Uint8Array[];
}

/** Luma first, then chroma. */
export function planeSetsOf({ width, height, y, u, v }: Planes): readonly [PlaneSet, PlaneSet] {
  return [
    { width, height, step: 1, planes: [y] },
    { width: width / 2, height: height / 2, step: 2, planes: [u, v] },
  ];
}

/** Bilinear sample of a plane `width` pixels wide; `x` and `y` are 16.16 fixed point. */
export function samplePlane(pixels: Uint8Array, width: number, x: number, y: number): number {
  const pixel = (y >> 16) * width + (x >> 16);
  const across = (x >> 8) & 255;
  const upper = (pixels[pixel]! << 8) + (pixels[pixel + 1]! - pixels[pixel]!) * across;
  const lower = (pixels[pixel + width]! << 8) + (pixels[pixel + width + 1]! - pixels[pixel + width]!) * across;
  return ((upper << 8) + (lower - upper) * ((y >> 8) & 255) + 32768) >> 16;
}
