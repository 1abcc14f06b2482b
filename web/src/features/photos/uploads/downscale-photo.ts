import { limits } from '@keepsake/contract/limits';
import { isNearly, probeSide, readPixels, readsTruly } from '../../../shared/photos/reads-truly.ts';

/** The browser alters canvas data on read, which some browsers do to prevent fingerprinting. */
export class AlteredByBrowser extends Error {
  override readonly name = 'AlteredByBrowser';
}

/**
 * Rotates upright, downscales and encodes as JPEG. Encoding also drops the camera's metadata, such as the location.
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

function draw(picture: CanvasImageSource, width: number, height: number) {
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false });
  if (!context) throw new Error('No drawing context');
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparency; transparent pixels become white instead of black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  return context;
}

/** Whether the encoded image matches the canvas. False if canvas reads are altered. */
async function shows(blob: Blob, drawn: OffscreenCanvas): Promise<boolean> {
  if (!readsTruly()) return false;
  const encoded = await createImageBitmap(blob);
  const small = (picture: CanvasImageSource) => readPixels(draw(picture, probeSide, probeSide));
  const isSame = isNearly(small(encoded), small(drawn));
  encoded.close();
  return isSame;
}

interface Size {
  width: number;
  height: number;
}

/**
 * The size in pixels for the upload: the longer side at most 1200, the shorter side at least 540 (the service's minimum) if the
 * original allows it. Never larger than the original.
 */
export function downscaledSize({ width, height }: Size): Size {
  const longer = Math.max(width, height);
  const smaller = Math.min(width, height);
  const floor = smaller >= limits.photoMinSide ? limits.photoMinSide / smaller : 0;
  const scale = Math.min(1, Math.max(limits.downscaleSide / longer, floor));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The sizes to draw in turn: halved while the target is smaller than half, then the target. Downscaling in one step causes aliasing. */
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
