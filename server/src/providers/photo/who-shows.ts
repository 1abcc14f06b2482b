import { type EffectName, isFaceEffect } from '@keepsake/renderer/effects';
import { countFaces } from '@keepsake/renderer/foresee';
import type { PhotoCheck } from '@keepsake/contract/photos/photo-checks';
import type { PhotoFindings } from './look-at-photo.ts';

/** Who will show an effect in a film of the built-in renderer, if not everybody in the photo will. */
export function whoShows(
  effect: EffectName,
  { faces, hands }: PhotoFindings,
): PhotoCheck['partly'][string] | undefined {
  if (effect === 'wave') return hands !== undefined && faces.length > 1 ? { count: hands, of: 'hands' } : undefined;
  const count = countFaces(effect, faces);
  return isFaceEffect(effect) && count < faces.length ? { count, of: 'faces' } : undefined;
}
