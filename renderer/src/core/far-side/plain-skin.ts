import type { Head } from '../face/head.ts';
import { silhouetteAt } from '../face/silhouette.ts';
import type { Planes } from '../picture/planes.ts';
import { linearStep } from '../smoothstep.ts';
import { featureBands, placeWithin } from './far-side.ts';
import { BLACK, PATCH, toneAround, type Colour } from '../face/tone.ts';

/** How far inside the silhouette the skin colour is sampled, in face widths. */
const WITHIN = 0.045;
/** Fade of the plain skin above and below the eye band, in face widths. */
const FADE = 0.03;
/**
 * Yaw range over which plain skin comes in. Of a head turned less, the uncovered strip is so narrow that stretched brows
 * and eyes are no bands, and plain skin would cover hair that hangs before the temple. Degrees.
 */
const NARROW = { from: 17, to: 22 };
const NOWHERE = { share: 0, colour: { y: BLACK, u: 128, v: 128 } };

/**
 * Fallback for the eye band, where brow and eye reach the silhouette of a turned head: stretched, they would be black
 * bands. Returns a function of height that gives the opacity of plain skin and its colour, interpolated from the skin
 * above the band to that below.
 */
export function plainSkin(
  head: Head,
  edgeWithin: (height: number) => number,
  photo: Planes,
  scale: number,
): (height: number) => { share: number; colour: Colour } {
  const skinAt = (height: number) => {
    const silhouette = silhouetteAt(head, height);
    if (!silhouette) return undefined;
    const [x, y] = placeWithin(head, silhouette, WITHIN + edgeWithin(height));
    return toneAround(photo, x * scale, y * scale, PATCH * head.width * scale);
  };
  const { top, bottom } = featureBands(head).eyes;
  const [above, below] = [skinAt(top), skinAt(bottom)];
  if (!above || !below) return () => NOWHERE;
  const wide = linearStep(Math.abs(head.yaw), NARROW.from, NARROW.to);
  return (height) => {
    const inside = Math.min(height - top, bottom - height);
    const at = Math.max(0, Math.min(1, (height - top) / (bottom - top)));
    const between = (key: keyof Colour) => above[key] + (below[key] - above[key]) * at;
    return {
      share: wide * Math.max(0, Math.min(1, 1 + inside / FADE)),
      colour: { y: between('y'), u: between('u'), v: between('v') },
    };
  };
}
