import { type EffectName, isFaceEffect } from '@keepsake/renderer/effects';
import { countFaces } from '@keepsake/renderer/foresee';
import type { WhoShows } from '@keepsake/contract/films/partly-shown';
import type { PhotoFindings } from './look-at-photo.ts';

/** Who will show an effect in a film of the built-in renderer, if not everybody in the photo will. */
export function whoShows(effect: EffectName, { faces, hands }: PhotoFindings): WhoShows | undefined {
  if (effect === 'wave') return hands === undefined ? undefined : partOf(effect, hands, faces.length);
  return isFaceEffect(effect) ? partOf(effect, countFaces(effect, faces), faces.length) : undefined;
}

/** The same of an effect that so many hands or faces show, in a photo of so many faces. */
export function partOf(effect: string, count: number, facesInPhoto: number): WhoShows | undefined {
  if (effect === 'wave') return facesInPhoto > 1 ? { count, of: 'hands' } : undefined;
  return count < facesInPhoto ? { count, of: 'faces' } : undefined;
}
