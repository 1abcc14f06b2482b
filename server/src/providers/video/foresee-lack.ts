import type { lackCodes } from '@keepsake/contract/videos';
import type { EffectName } from '@keepsake/renderer/effects';
import { foresee } from '@keepsake/renderer/foresee';

/**
 * Why the built-in renderer will show something else than an effect, as far as the faces of the photo and an animal's ears
 * tell it.
 */
export function foreseeLack(
  effect: EffectName,
  faces: Parameters<typeof foresee>[1],
  hasEars: boolean,
): (typeof lackCodes)[number] | undefined {
  return foresee(effect, faces, hasEars);
}
