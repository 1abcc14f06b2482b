import { imageType } from '@keepsake/contract/photos/image-type';
import { limits } from '@keepsake/contract/limits';
import { MIN_PHOTO_SIDE } from '@keepsake/renderer/core/film-options';
import type { Size } from '@keepsake/renderer/core/picture/framing';
import type { Rgb } from '@keepsake/renderer/core/picture/sample-crop';
import { isHeic } from '../../../shared/photos/heic.ts';
import { maxPhotoBytes, PreviewError } from '../messages.ts';
import { readPictureSize } from './read-picture-size.ts';

/** Bytes; enough for the metadata that cameras write before the size. */
const headBytes = 512 * 1024;

/** A photo that the browser has decoded, upright. */
export interface DecodedPhoto extends Size {
  /** Its pixels at another size, over white. */
  at(size: Size): Rgb;
  /** Frees its memory. */
  close(): void;
}

/** Refuses other files, and photos that would need too much memory, by their first bytes; then decodes with the browser. */
export async function decodePhoto(file: Blob): Promise<DecodedPhoto> {
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new PreviewError('corrupt', { cause });
    });
  checkHead(new Uint8Array(head), file);
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new PreviewError('corrupt', { cause });
  });
  try {
    checkSize(bitmap);
  } catch (error) {
    bitmap.close();
    throw error;
  }
  const { width, height } = bitmap;
  const halves: Halves = [bitmap];
  return { width, height, at: (size) => readPixels(halves, size), close: () => bitmap.close() };
}

function checkHead(head: Uint8Array, file: Blob): void {
  if (head.length === 0) throw new PreviewError('corrupt');
  const type = imageType(head);
  if (type === undefined) throw new PreviewError(isHeic(head, file) ? 'heic' : 'not-a-photo');
  const size = readPictureSize(head, type);
  if (size) checkSize(size);
  if (file.size > maxPhotoBytes) throw new PreviewError('too-large');
}

function checkSize({ width, height }: Size): void {
  if (width * height > limits.photoPixels) throw new PreviewError('too-many-pixels');
  if (Math.min(width, height) < MIN_PHOTO_SIDE) throw new PreviewError('too-small');
}

/** The picture in full, half, quarter size and so on, as far as needed. */
type Halves = [ImageBitmap, ...OffscreenCanvas[]];

/** Halved step by step: in one step a browser would leave out pixels, which aliases. */
function readPixels(halves: Halves, { width, height }: Size): Rgb {
  let drawn: ImageBitmap | OffscreenCanvas = halves[0];
  for (let step = 1; isMuchLarger(drawn, { width, height }); step += 1)
    drawn = halves[step] ??= draw(drawn, {
      width: Math.ceil(drawn.width / 2),
      height: Math.ceil(drawn.height / 2),
    }).canvas;
  const { data } = draw(drawn, { width, height }).getImageData(0, 0, width, height);
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    rgb[to] = data[from] ?? 0;
    rgb[to + 1] = data[from + 1] ?? 0;
    rgb[to + 2] = data[from + 2] ?? 0;
  }
  return { data: rgb, width, height };
}

function isMuchLarger(drawn: Size, { width, height }: Size): boolean {
  return drawn.width >= 2 * width && drawn.height >= 2 * height && drawn.width * drawn.height > 4 * width * height;
}

function draw(picture: ImageBitmap | OffscreenCanvas, { width, height }: Size): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new PreviewError('unsupported-device');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  return context;
}
