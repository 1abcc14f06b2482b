import { readFile, stat } from 'node:fs/promises';
import sharp, { type Sharp, type SharpOptions, type Metadata } from 'sharp';
import { MIN_PHOTO_SIDE } from '../../core/film-options.ts';
import { RendererError } from '../../core/renderer-error.ts';
import { countScans, MAX_SCANS } from './jpeg-scans.ts';
import type { Rgb } from '../../core/picture/sample-crop.ts';

// The cache of operations keeps decoders alive, and a progressive JPEG's with all its coefficients: 150 MB for 50 megapixels, which the
// cache's limit of memory does not count. No operation here recurs.
sharp.cache(false);

/** A validated photo file; the size is that of the upright picture. */
export interface Photo {
  bytes: Buffer;
  width: number;
  height: number;
  isDeepWithProfile: boolean;
}

const MAX_BYTES = 100_000_000;
const MAX_PIXELS = 100_000_000;
const DECODING: SharpOptions = { limitInputPixels: false, failOn: 'error' };

export async function readPhoto(path: string): Promise<Photo> {
  const bytes = await readBytes(path);
  if (!isKnownFormat(bytes)) throw new RendererError('unreadable_photo', 'The photo is not a JPEG, PNG or WebP file.');
  const scans = countScans(bytes);
  if (scans > MAX_SCANS)
    throw new RendererError('photo_too_large', `The photo has ${scans} scans, more than ${MAX_SCANS}.`);
  const metadata = await decoding(sharp(bytes, DECODING).metadata());
  const { width, height } = metadata.autoOrient;
  if (width * height > MAX_PIXELS) {
    throw new RendererError('photo_too_large', `The photo has ${width} x ${height} pixels, more than 100 megapixels.`);
  }
  if (Math.min(width, height) < MIN_PHOTO_SIDE) {
    throw new RendererError(
      'photo_too_small',
      `The photo has ${width} x ${height} pixels; a side needs at least ${MIN_PHOTO_SIDE}.`,
    );
  }
  return { bytes, width, height, isDeepWithProfile: isDeepWithProfile(metadata) };
}

/** Decodes a photo upright, in sRGB, over white, at the given size. */
export async function decodePhoto(photo: Photo, width: number, height: number): Promise<Rgb> {
  const upright = sharp(photo.bytes, DECODING).autoOrient().resize(width, height, { fit: 'fill', kernel: 'lanczos3' });
  const picture = (photo.isDeepWithProfile ? await decoding(inEightBits(upright)) : upright).flatten({
    background: '#ffffff',
  });
  return { data: await decoding(rawRgb(picture)), width, height };
}

/** Runs a sharp pipeline; returns packed 8-bit sRGB. */
export function rawRgb(picture: Sharp): Promise<Buffer> {
  return picture.toColourspace('srgb').removeAlpha().raw({ depth: 'uchar' }).toBuffer();
}

/** Runs a sharp pipeline; returns 8-bit grey. */
export function rawGrey(picture: Sharp): Promise<Buffer> {
  return picture.toColourspace('b-w').extractChannel(0).raw({ depth: 'uchar' }).toBuffer();
}

export function fromRgb({ data, width, height }: Rgb): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    const file = await stat(path);
    if (!file.isFile()) throw new RendererError('unreadable_photo', 'The photo is not a file.');
    if (file.size > MAX_BYTES) throw new RendererError('photo_too_large', 'The photo has more than 100 MB.');
    return await readFile(path);
  } catch (error) {
    if (error instanceof RendererError) throw error;
    throw new RendererError('unreadable_photo', `The photo cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Checks content, not the name: customers' bytes reach only these three decoders. */
function isKnownFormat(bytes: Buffer): boolean {
  const isJpeg = bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
  const isPng = bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isJpeg || isPng || isWebp;
}

async function decoding<T>(result: Promise<T>): Promise<T> {
  return result.catch((error: Error) => {
    // A decoder's message may end with a colon.
    const why = error.message.trim().split('\n')[0]?.replace(/:$/, '');
    throw new RendererError('unreadable_photo', `The photo is damaged: ${why}`, { cause: error });
  });
}

/** Whether a picture has 16 bits per channel and an ICC profile. */
export function isDeepWithProfile({ depth, hasProfile }: Metadata): boolean {
  return depth === 'ushort' && hasProfile;
}

/**
 * Converts such a picture to 8 bits per channel, keeping its profile. From 16 bits, sharp would convert to Display P3
 * and label it sRGB.
 */
export async function inEightBits(picture: Sharp): Promise<Sharp> {
  return sharp(await picture.keepIccProfile().toColourspace('srgb').png({ compressionLevel: 0 }).toBuffer());
}
