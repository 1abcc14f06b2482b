import { open } from 'node:fs/promises';
import { limits } from '@keepsake/contract/limits';
import type { RejectedFile } from '@keepsake/contract/content';
import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { decodingSlots } from './decoding-slots.ts';
import { imageType, signatureLength, type ImageType } from './image-type.ts';

/** A photo as it is kept: upright, in sRGB on white, as a JPEG that holds nothing but the picture. */
export interface PreparedPhoto {
  jpeg: Buffer;
  width: number;
  height: number;
}

/** Why a file is no photo that can be used; the message goes on after the file's name. */
export class PhotoRefused extends Error {
  readonly code: RejectedFile['code'];

  constructor(code: RejectedFile['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PhotoRefused';
    this.code = code;
  }
}

/** Checks and redraws the file at `path`, when its turn comes: few pictures are open at once. @throws PhotoRefused */
export async function preparePhoto(path: string): Promise<PreparedPhoto> {
  const type = imageType(await firstBytes(path));
  if (!type) throw new PhotoRefused('unsupported_type', 'only JPEG, PNG and WebP photos can be used.');
  const metadata = await readable(sharp(path, { failOn: 'none', limitInputPixels: false }).metadata());
  const { width, height } = checkedSize(metadata);
  return decodingSlots.run(width * height, () => redraw(path, type, storedSize(width, height)));
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureLength), 0, signatureLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Size of the upright picture. */
function checkedSize(metadata: Metadata): { width: number; height: number } {
  const { width, height } = metadata.autoOrient;
  const megapixels = limits.photoPixels / 1_000_000;
  if ((metadata.pages ?? 1) > 1) throw new PhotoRefused('animated', 'moving pictures cannot be used, only photos.');
  if (width * height > limits.photoPixels) {
    throw new PhotoRefused(
      'too_many_pixels',
      `the photo has ${width} x ${height} pixels; at most ${megapixels} megapixels can be used.`,
    );
  }
  if (Math.min(width, height) < limits.photoMinSide) {
    throw new PhotoRefused(
      'too_small',
      `the shorter side is ${Math.min(width, height)} pixels; at least ${limits.photoMinSide} are needed.`,
    );
  }
  return { width, height };
}

/** No JPEG is longer. */
const longestJpeg = 65_500;

/** Reduced to the longest side that is kept, unless the shorter side would then be too short. */
function storedSize(width: number, height: number): { width: number; height: number } {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const scale = Math.min(1, Math.max(limits.photoStoredSide / long, limits.photoMinSide / short));
  if (Math.round(long * scale) > longestJpeg) {
    throw new PhotoRefused('too_many_pixels', `the longer side is ${long} pixels; at most ${longestJpeg} can be used.`);
  }
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

async function redraw(path: string, type: ImageType, size: { width: number; height: number }): Promise<PreparedPhoto> {
  const draw = (failOn: NonNullable<SharpOptions['failOn']>) =>
    sharp(path, { failOn, limitInputPixels: limits.photoPixels })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize({ ...size, fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      // Optimised Huffman tables would save a twentieth of the file for twice the memory.
      .jpeg({ quality: 90, optimiseCoding: false })
      .toBuffer({ resolveWithObject: true });
  const { data, info } = await readable(type === 'jpeg' ? strictly(draw) : draw('error'));
  return { jpeg: data, width: info.width, height: info.height };
}

/**
 * A damaged JPEG shows in warnings alone, so they count, but for the one that many phones cause with sound photos.
 * PNG and WebP have checksums; their warnings are about colour profiles and the like.
 * @see https://github.com/lovell/sharp/issues/1578
 */
async function strictly<T>(draw: (failOn: 'warning' | 'error') => Promise<T>): Promise<T> {
  try {
    return await draw('warning');
  } catch (error) {
    if (!/Invalid SOS parameters/.test((error as Error).message)) throw error;
    return draw('error');
  }
}

async function readable<T>(result: Promise<T>): Promise<T> {
  return result.catch((error: Error) => {
    throw new PhotoRefused('unreadable', 'the file is damaged or is not a complete photo.', { cause: error });
  });
}
