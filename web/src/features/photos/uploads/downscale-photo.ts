import { limits } from '@keepsake/contract/limits';

/** The browser falsifies what a page reads of a picture it has drawn, as some do to protect their user from being recognised. */
export class AlteredByBrowser extends Error {
  override readonly name = 'AlteredByBrowser';
}

/**
 * Upright, reduced, JPEG. Re-encoding also leaves the camera's metadata (the place above all) behind.
 * @throws AlteredByBrowser
 */
export async function downscale(file: Blob, quality: number): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  let drawn: OffscreenCanvas | ImageBitmap = bitmap;
  for (const size of downscaleSteps(bitmap, downscaledSize(bitmap)))
    drawn = draw(drawn, size.width, size.height).canvas;
  bitmap.close();
  if (!(drawn instanceof OffscreenCanvas)) throw new Error('Nothing was drawn');
  const blob = await drawn.convertToBlob({ type: 'image/jpeg', quality });
  if (!(await shows(blob, drawn))) throw new AlteredByBrowser('The reduced picture is not the photo');
  return blob;
}

function draw(picture: CanvasImageSource | null, width: number, height: number) {
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false });
  if (!context) throw new Error('No drawing context');
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparency: what shows through is paper, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  if (picture) context.drawImage(picture, 0, 0, width, height);
  return context;
}

/** Pictures are compared at this size. */
const side = 32;

/** Mean difference of a colour, of 255: a JPEG of this quality differs by 1 to 4, and noise from a photo by 40 and more. */
const tolerance = 8;

/** Whether a picture shows what was drawn, as far as this browser lets us see. */
async function shows(blob: Blob, drawn: OffscreenCanvas): Promise<boolean> {
  if (!readsTruly()) return false;
  const encoded = await createImageBitmap(blob);
  const isSame = difference(read(draw(encoded, side, side)), read(draw(drawn, side, side))) <= tolerance;
  encoded.close();
  return isSame;
}

/** Whether a known picture is read as it was drawn. */
function readsTruly(): boolean {
  const context = draw(null, side, side);
  const expected: number[] = [];
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const colour = [x * 8, y * 8, ((x + y) * 29) % 256];
      context.fillStyle = `rgb(${colour.join(' ')})`;
      context.fillRect(x, y, 1, 1);
      expected.push(...colour, 255);
    }
  return difference(read(context), expected) <= tolerance;
}

function read(context: OffscreenCanvasRenderingContext2D): Uint8ClampedArray {
  return context.getImageData(0, 0, side, side).data;
}

function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  // Every fourth is the opacity, and always the same.
  return sum / (0.75 * a.length);
}

interface Size {
  width: number;
  height: number;
}

/**
 * Size in pixels to which a photo is reduced before it is sent: the longer side at most 1200, the smaller side never taken below
 * the 540 the service asks for where the original had more. Never larger than the original.
 */
export function downscaledSize({ width, height }: Size): Size {
  const longer = Math.max(width, height);
  const smaller = Math.min(width, height);
  const floor = smaller >= limits.photoMinSide ? limits.photoMinSide / smaller : 0;
  const scale = Math.min(1, Math.max(limits.downscaleSide / longer, floor));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Sizes to draw one after the other: halves as long as the target is less than half, then the target. Drawing in one step aliases. */
export function downscaleSteps(from: Size, target: Size): Size[] {
  const steps: Size[] = [];
  let { width, height } = from;
  while (width / 2 > target.width && height / 2 > target.height) {
    width = Math.round(width / 2);
    height = Math.round(height / 2);
    steps.push({ width, height });
  }
  return [...steps, target];
}
