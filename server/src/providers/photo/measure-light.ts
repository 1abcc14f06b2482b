import sharp from 'sharp';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels. Photos are scaled to this longer side before they are measured, so that the figures do not depend on their size. */
const side = 768;
const tiles = 6;

/**
 * Sharpness: standard deviation of the Laplacian (Pech-Pacheco et al. 2000, "Diatom autofocusing in brightfield microscopy") of the
 * sharpest of 36 parts, because a blurred background is fine; or of the sharpest face, if there are any, because a sharp background does
 * not help. Brightness: mean grey value of the faces, or of the whole photo.
 */
export async function measureLight(
  path: string,
  faces: readonly Box[],
): Promise<{ sharpness: number; brightness: number }> {
  const { data, info } = await sharp(path)
    .resize(side, side, { fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture: Picture = { grey: data, width: info.width, height: info.height };
  const parts = faces.length > 0 ? faces : grid();
  const lit = faces.length > 0 ? faces : [whole];
  const brightnesses = lit.map((part) => mean(picture, part));
  return {
    sharpness: round(Math.max(...parts.map((part) => laplacianDeviation(picture, part)))),
    brightness: round(brightnesses.reduce((sum, each) => sum + each, 0) / brightnesses.length),
  };
}

interface Picture {
  grey: Buffer;
  width: number;
  height: number;
}

const whole: Box = { left: 0, top: 0, right: 1, bottom: 1 };

function grid(): Box[] {
  return Array.from({ length: tiles * tiles }, (_, at) => {
    const [left, top] = [(at % tiles) / tiles, Math.floor(at / tiles) / tiles];
    return { left, top, right: left + 1 / tiles, bottom: top + 1 / tiles };
  });
}

function laplacianDeviation({ grey, width, height }: Picture, part: Box): number {
  let [sum, squares, count] = [0, 0, 0];
  const at = (x: number, y: number) => grey[y * width + x] ?? 0;
  for (const { x, y } of pixels(part, width, height, 1)) {
    const value = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y);
    sum += value;
    squares += value * value;
    count += 1;
  }
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

function mean({ grey, width, height }: Picture, part: Box): number {
  let [sum, count] = [0, 0];
  for (const { x, y } of pixels(part, width, height, 0)) {
    sum += grey[y * width + x] ?? 0;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

function* pixels(part: Box, width: number, height: number, border: number): Generator<{ x: number; y: number }> {
  const [x0, x1] = [Math.max(border, Math.floor(part.left * width)), Math.min(width - border, part.right * width)];
  const [y0, y1] = [Math.max(border, Math.floor(part.top * height)), Math.min(height - border, part.bottom * height)];
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) yield { x, y };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
