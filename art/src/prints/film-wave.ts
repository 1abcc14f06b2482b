import { drawBackdrop, shadowAt } from '../figure/draw-backdrop.ts';
import type { Clothes } from '../figure/draw-clothes.ts';
import { drawRaisedArm } from '../figure/draw-hand.ts';
import { drawPerson } from '../figure/draw-person.ts';
import { blink, rise, sway } from './movements.ts';
import { atRest, type Person, type Shades } from '../figure/person.ts';

const skin: Shades = ['#f8d8b2', '#d9a273'];
const wool: Shades = ['#d9a441', '#8a5f1c'];

const child: Person = {
  skin,
  hair: ['#4a3a34', '#14100e'],
  style: 'bob',
  eyes: '#4a2e1c',
  lips: '#c9685a',
  age: 0,
  jaw: 1.06,
  brows: 0.6,
  child: true,
};

const cardigan: Clothes = { colour: wool, cut: 'cardigan', broad: 172, shirt: '#f4ecdc', accent: '#7d3528' };

/** A child who waves. */
export function drawWave(time: number): string {
  const waving = rise(time, 0.3, 3.8, 0.7);
  const swing = waving * sway(time, 1.25, 0.6) * rise(time, 0.6, 3.6, 0.5);
  const now = {
    ...atRest,
    smile: 0.2 + 0.45 * rise(time, 0.4, 3.7),
    shut: blink(time, 1.9),
    tilt: -4 * waving,
  };
  return `${drawBackdrop(['#c5d6d0', '#5d7f80'])}${shadowAt(320, 470, 200, 220)}
    <g transform="translate(284 722) scale(1.05) translate(-300 -712)">
    ${drawPerson('child', child, cardigan, { x: 234, y: 352, scale: 0.98 }, now)}
    ${upperArm()}
    <g transform="translate(448 612) rotate(${1 + 5 * waving + 10 * swing})">${drawRaisedArm('arm', skin, wool, 9 * swing)}</g></g>`;
}

/** From the shoulder down to the elbow. */
function upperArm(): string {
  return `<g transform="translate(446 610)"><path d="M-116 -62C-84 -64 -62 -46 -42 -10L44 2C50 40 24 66 -10 66C-66 66 -112 40 -132 0Z" fill="url(#arm-sleeve)"/>
    <path d="M-110 8C-84 40 -50 58 -12 60" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="10" filter="url(#soft5)"/></g>`;
}
