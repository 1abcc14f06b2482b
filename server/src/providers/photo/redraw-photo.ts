import { limits } from '@keepsake/contract/limits';
import { inEightBits } from '@keepsake/renderer/picture/deep-colours';
import sharp, { type SharpOptions } from 'sharp';
import type { PhotoHeader, Redrawn, Reduction, Size } from './photo-tasks.ts';

/** Re-encodes a photo: upright, in this size, in sRGB on white, as a JPEG without metadata. @throws Error if it is damaged */
export async function redraw(path: string, header: PhotoHeader, size: Size): Promise<Redrawn> {
  const draw = async (failOn: NonNullable<SharpOptions['failOn']>) => {
    const source = sharp(path, { failOn, limitInputPixels: limits.photoPixels });
    const upright = source.autoOrient().resize({ ...size, fit: 'fill' });
    const { data, info } = await (header.isDeepWithProfile ? await inEightBits(upright) : upright)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      // Optimised Huffman tables would save 5 % of the file for twice the memory.
      .jpeg({ quality: 90, optimiseCoding: false })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  };
  return header.type === 'jpeg' ? strictly(draw) : draw('error');
}

/**
 * A damaged JPEG causes only warnings, so warnings count as errors, except for one that valid photos of many phones cause.
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

/** Resizes a stored photo: upright, and no wider than requested. @throws Error if its file is damaged */
export function reduce(path: string, { width, type }: Reduction): Promise<Uint8Array> {
  return sharp(path, { limitInputPixels: limits.photoPixels })
    .autoOrient()
    .resize({ width, height: steepest * width, fit: 'inside', withoutEnlargement: true })
    .toFormat(type, encoding[type])
    .toBuffer();
}

/** A photo with a larger ratio of height to width becomes narrower than requested: otherwise it would exceed the limits of WebP and of memory. */
const steepest = 10;

/** The next higher effort takes twice as long and makes the WebP 5 % smaller. */
const encoding = { webp: { quality: 75, effort: 2 }, jpeg: { quality: 80 } } as const;
