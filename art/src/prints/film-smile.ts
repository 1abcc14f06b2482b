import { blink, rise } from './movements.ts';
import { drawPortrait, sitters } from './sitters.ts';
import { atRest } from '../figure/person.ts';

/** A grandmother who smiles. */
export function drawSmile(time: number): string {
  return drawPortrait(sitters.grandmother, {
    ...atRest,
    smile: 0.22 + 0.66 * rise(time, 0.8, 3.5),
    shut: blink(time, 0.5, 2.6),
    tilt: 2.4 * rise(time, 0.7, 3.7, 1),
    sink: 4 * rise(time, 0.7, 3.7, 1),
  });
}
