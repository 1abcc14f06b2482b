import { drawBackdrop, shadowAt } from './draw-backdrop.ts';
import type { Clothes } from './draw-clothes.ts';
import { drawPerson } from './draw-person.ts';
import { blink, rise } from './movements.ts';
import { atRest, type Person } from './person.ts';

const grandmother: Person = {
  skin: ['#f6d7bb', '#d9a27c'],
  hair: ['#dcd6cc', '#756d63'],
  style: 'bun',
  eyes: '#6f8fa8',
  lips: '#c27a68',
  age: 0.95,
  jaw: 0.97,
  brows: 0.8,
  glasses: true,
};

const dress: Clothes = { colour: ['#5c6d7a', '#1f2a32'], cut: 'collar', broad: 250, accent: '#20504d' };

/** A grandmother who smiles. */
export function drawSmile(time: number): string {
  const now = {
    ...atRest,
    smile: 0.22 + 0.66 * rise(time, 0.8, 3.5),
    shut: blink(time, 0.5, 2.6),
    tilt: 2.4 * rise(time, 0.7, 3.7, 1),
    sink: 4 * rise(time, 0.7, 3.7, 1),
  };
  return `${drawBackdrop(['#98a594', '#3c4a42'])}${shadowAt(350, 420, 220, 260)}
    ${drawPerson('grandmother', grandmother, dress, { x: 300, y: 302, scale: 1 }, now)}`;
}
