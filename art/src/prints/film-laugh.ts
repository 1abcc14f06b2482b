import { drawBackdrop, shadowAt } from '../figure/draw-backdrop.ts';
import type { Clothes } from '../figure/draw-clothes.ts';
import { drawPerson } from '../figure/draw-person.ts';
import { blink, rise, sway } from './movements.ts';
import { atRest, type Person, type Expression } from '../figure/person.ts';

const woman: Person = {
  skin: ['#f0c49c', '#c58a60'],
  hair: ['#6b3c28', '#26130c'],
  style: 'waves',
  eyes: '#5b4630',
  lips: '#bf4a3c',
  age: 0.05,
  jaw: 0.92,
  brows: 0.85,
  lashes: true,
};
const blouse: Clothes = { colour: ['#c0563a', '#64200f'], cut: 'round', broad: 215, accent: '#f3e7d2' };

const man: Person = {
  skin: ['#cf9468', '#8d5836'],
  hair: ['#453730', '#15100d'],
  style: 'parting',
  eyes: '#4a3220',
  lips: '#a8604e',
  age: 0.2,
  jaw: 1.1,
  brows: 1.35,
};
const jacket: Clothes = { colour: ['#55667a', '#1d2733'], cut: 'suit', broad: 262, accent: '#7d3528' };

/** A couple, close together, who laugh. */
export function drawLaugh(time: number): string {
  return `${drawBackdrop(['#d9c39a', '#7d6440'])}${shadowAt(380, 400, 230, 260)}
    ${drawPerson('man', man, jacket, { x: 432, y: 256, scale: 0.88, lean: -3 }, { ...laughing(time, 0.75, -3), turn: -7 })}
    ${shadowAt(250, 520, 150, 160)}
    ${drawPerson('woman', woman, blouse, { x: 184, y: 368, scale: 0.88, lean: 4 }, { ...laughing(time, 0.6, 4), turn: 6 })}`;
}

/** Both laugh in the same rhythm, one slightly later. */
function laughing(time: number, from: number, tilt: number): Expression {
  const merry = rise(time, from, 3.6, 0.8);
  const shake = rise(time, from + 0.5, 3.2, 0.5) * sway(time, 1.9, from);
  const [blinking] = blink(time, 0.35);
  return {
    ...atRest,
    smile: 0.24 + 0.66 * merry,
    open: 0.5 * merry + 0.14 * shake,
    shut: [blinking + 0.2 * merry, blinking + 0.2 * merry],
    tilt: tilt + Math.sign(tilt) * 2.5 * merry + 0.8 * shake,
    sink: 3 * shake - 6 * merry,
  };
}
