import type { Head } from '../face/head.ts';
import { LEFT_CHEEK, LEFT_EYE_RIMS, RIGHT_CHEEK, RIGHT_EYE_RIMS, type Eye } from '../face/landmarks.ts';
import type { Planes } from '../picture/planes.ts';
import { BLACK, DARKEST, PATCH, toneAround, toneAt } from './tone.ts';

/** The middle of a lid, among the points of its rim. */
const MIDDLE = [3, 4, 5];

/**
 * How much is seen of each eye when its lid comes down over it: how much brighter the skin above is than the eye, beside the
 * cheek below; the left of the picture first. Under a cap or a strand of hair, where the lid is as dark as the eye, it is 0, and
 * so is that of an eye that the picture's border cuts off.
 */
export function lidContrasts(head: Head, photo: Planes, scale: number): readonly [number, number] {
  const contrast = (eye: Eye, cheek: number) => {
    const gap = MIDDLE.map((i) => betweenLids(head, eye, i, scale));
    if (!gap.every((place) => liesWithin(photo, place))) return 0;
    const lid = mean(MIDDLE.map((i) => toneAt(head, eye.above[0]![i]!, photo, scale).y));
    const reach = 0.4 * PATCH * head.width * scale;
    const seen = mean(gap.map((place) => toneAround(photo, ...place, reach).y));
    const brightness = toneAt(head, cheek, photo, scale).y - BLACK;
    return Math.max(0, lid - seen) / Math.max(DARKEST, brightness);
  };
  return [contrast(LEFT_EYE_RIMS, LEFT_CHEEK), contrast(RIGHT_EYE_RIMS, RIGHT_CHEEK)];
}

/** In pixels of the photo. */
function betweenLids({ places }: Head, { upper, lower }: Eye, i: number, scale: number): [x: number, y: number] {
  const middle = (k: 0 | 1) => ((places[upper[i]! * 2 + k]! + places[lower[i]! * 2 + k]!) / 2) * scale;
  return [middle(0), middle(1)];
}

function liesWithin({ width, height }: Planes, [x, y]: readonly [number, number]): boolean {
  return x >= 0 && x < width && y >= 0 && y < height;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
