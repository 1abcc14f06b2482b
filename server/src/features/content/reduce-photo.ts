import { limits, type PhotoWidth } from '@keepsake/contract/limits';
import sharp from 'sharp';
import { decodingSlots } from './decoding-slots.ts';

export interface Reduction {
  /** At most, in pixels: no photo is enlarged. */
  width: PhotoWidth;
  type: 'webp' | 'jpeg';
}

/**
 * The photo at `path`, which is one that we have stored, reduced and upright, when its turn comes.
 * @param gone aborted when nobody waits for the picture any more
 * @returns undefined where it was not drawn, because nobody waits for it
 * @throws Error where the file is damaged
 */
export function reducePhoto(path: string, { width, type }: Reduction, gone: AbortSignal): Promise<Buffer | undefined> {
  // It takes the smallest place: what we have stored has few pixels, or is long and narrow, and it is read line by line.
  return decodingSlots.run(0, async () => {
    if (gone.aborted) return undefined;
    return sharp(path, { limitInputPixels: limits.photoPixels })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize({ width, height: steepest * width, fit: 'inside', withoutEnlargement: true })
      .toFormat(type, encoding[type])
      .toBuffer();
  });
}

/** A photo higher than so many times its width becomes narrower than asked for: it would be too much for a WebP, and for the memory. */
const steepest = 10;

/** A WebP takes twice as long with the next higher effort, and is a twentieth smaller. */
const encoding = { webp: { quality: 75, effort: 2 }, jpeg: { quality: 80 } } as const;
