import { mostOfOne, photoDecoder } from '../../providers/photo/photo-decoder.ts';
import type { Reduction } from '../../providers/photo/photo-tasks.ts';

/** It takes some hundredths of a second: what we have stored has few pixels, or is long and narrow. */
const limitMs = 20_000;

/**
 * The photo at `path`, which is one that we have stored, reduced and upright.
 * @param owner whose photo it is
 * @param gone aborted when nobody waits for the picture any more
 * @returns undefined where it was not drawn, because nobody waits for it
 * @throws Error where the file is damaged
 */
export async function reducePhoto(
  path: string,
  reduction: Reduction,
  owner: string,
  gone: AbortSignal,
): Promise<Uint8Array | undefined> {
  const options = { owner: `reduce ${owner}`, most: mostOfOne, limitMs, signal: gone };
  return photoDecoder.run('reduce', [path, reduction], options).catch((error: unknown) => {
    if (gone.aborted) return undefined;
    throw error;
  });
}
