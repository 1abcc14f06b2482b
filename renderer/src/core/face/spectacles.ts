import type { Head } from '../face/head.ts';
import type { Planes } from '../picture/planes.ts';
import { linearStep } from '../smoothstep.ts';
import { BLACK, toneAround } from './tone.ts';

/** Along the ridge of the nose, from the brow to its middle; a bridge lies below the second. */
const RIDGE = [9, 8, 168, 6, 197, 195];
/** From one look to the next, and half the side of what each takes in, in face widths; so many looks above and below lies skin. */
const STEP = 0.012;
const REACH = 0.01;
const BESIDE = 4;
/**
 * By how much of the skin's brightness above and below it the darkest place of the ridge is darker, if nobody wears spectacles and if
 * surely somebody does. Read off 270 faces: of the 26 beyond the middle of the two 25 wore some, and a woman laughed with her nose in
 * folds; 9 others wore frames as thin or as pale as skin, which stay unseen.
 */
const BRIDGE = { none: 0.3, sure: 0.4 };
/** Beside what is darker nothing can be told. */
const LEAST_BRIGHTNESS = 20;

/** How surely a face wears spectacles, from 0 to 1: their bridge is a bar across the nose, whose skin is even. */
export function wearsSpectacles(head: Head, photo: Planes, scale: number): number {
  const stretches = RIDGE.slice(1).map((point, i) => placesBetween(head, RIDGE[i]!, point));
  const brightness = stretches.flat().map(([x, y]) => {
    return toneAround(photo, x * scale, y * scale, REACH * head.width * scale).y - BLACK;
  });
  let darkest = 0;
  for (let i = Math.max(BESIDE, stretches[0]!.length); i + BESIDE < brightness.length; i++) {
    const skin = (brightness[i - BESIDE]! + brightness[i + BESIDE]!) / 2;
    darkest = Math.max(darkest, (skin - brightness[i]!) / Math.max(LEAST_BRIGHTNESS, skin));
  }
  return linearStep(darkest, BRIDGE.none, BRIDGE.sure);
}

/** Places a step apart from one point of the mesh to another, in film pixels. */
function placesBetween(
  { places, width }: Head,
  from: number,
  to: number,
): readonly (readonly [x: number, y: number])[] {
  const [x, y] = [places[from * 2]!, places[from * 2 + 1]!];
  const [across, along] = [places[to * 2]! - x, places[to * 2 + 1]! - y];
  const steps = Math.max(1, Math.round(Math.hypot(across, along) / (STEP * width)));
  return Array.from({ length: steps }, (_, i) => [x + (across * i) / steps, y + (along * i) / steps] as const);
}
