import { limits } from '@keepsake/contract/limits';
import { inEightBits } from '@keepsake/renderer/picture/deep-colours';
import sharp, { type SharpOptions } from 'sharp';
import type { PhotoHeader, Redrawn, Reduction, Size } from './photo-tasks.ts';

/** Draws a photo anew: upright, in that size, in sRGB on white, as a JPEG that holds nothing but the picture. @throws Error where it is damaged */
export async function redraw(path: string, header: PhotoHeader, size: Size): Promise<Redrawn> {
  const draw = async (failOn: NonNullable<SharpOptions['failOn']>) => {
    const source = sharp(path, { failOn, limitInputPixels: limits.photoPixels });
    const upright = source.autoOrient().resize({ ...size, fit: 'fill' });
    const { data, info } = await (header.isDeepWithProfile ? await inEightBits(upright) : upright)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      // Optimised Huffman tables would save a twentieth of the file for twice the memory.
      .jpeg({ quality: 90, optimiseCoding: false })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  };
  return header.type === 'jpeg' ? strictly(draw) : draw('error');
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

/** Draws a photo that we have stored: upright, and no wider than asked for. @throws Error where its file is damaged */
export function reduce(path: string, { width, type }: Reduction): Promise<Uint8Array> {
  return sharp(path, { limitInputPixels: limits.photoPixels })
    .autoOrient()
    .resize({ width, height: steepest * width, fit: 'inside', withoutEnlargement: true })
    .toFormat(type, encoding[type])
    .toBuffer();
}

/** A photo higher than so many times its width becomes narrower than asked for: it would be too much for a WebP, and for the memory. */
const steepest = 10;

/** A WebP takes twice as long with the next higher effort, and is a twentieth smaller. */
const encoding = { webp: { quality: 75, effort: 2 }, jpeg: { quality: 80 } } as const;
