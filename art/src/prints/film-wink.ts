import { drawBackdrop, shadowAt } from '../figure/draw-backdrop.ts';
import type { Clothes } from '../figure/draw-clothes.ts';
import { drawPerson } from '../figure/draw-person.ts';
import { blink, rise } from './movements.ts';
import { atRest, type Person } from '../figure/person.ts';

const father: Person = {
  skin: ['#e9bd92', '#b27d54'],
  hair: ['#4d3b30', '#1a120d'],
  style: 'parting',
  eyes: '#4f3823',
  lips: '#a8604e',
  age: 0.3,
  jaw: 1.08,
  brows: 1.25,
  moustache: true,
};
const fatherSuit: Clothes = { colour: ['#6a5a48', '#2a2118'], cut: 'suit', broad: 250, accent: '#37505a' };

const mother: Person = {
  skin: ['#f3cba6', '#c98e66'],
  hair: ['#3f2a20', '#150c08'],
  style: 'long',
  eyes: '#54402a',
  lips: '#bb5145',
  age: 0.1,
  jaw: 0.93,
  brows: 0.9,
  lashes: true,
};
const motherDress: Clothes = { colour: ['#6f8f86', '#2b4742'], cut: 'collar', broad: 220 };

const grandfather: Person = {
  skin: ['#f0c9a4', '#c38c63'],
  hair: ['#efeae0', '#9a9184'],
  style: 'receding',
  eyes: '#64798a',
  lips: '#b0705e',
  age: 0.9,
  jaw: 1.05,
  brows: 1.2,
  moustache: true,
  beard: true,
};
const grandfatherClothes: Clothes = { colour: ['#4a4f58', '#191c22'], cut: 'waistcoat', broad: 245 };

const daughter: Person = {
  skin: ['#f8d3ae', '#d39d72'],
  hair: ['#7a4c2c', '#351c0d'],
  style: 'bob',
  eyes: '#5f7350',
  lips: '#c9685a',
  age: 0,
  jaw: 1.05,
  brows: 0.6,
  child: true,
};
const daughterDress: Clothes = { colour: ['#b3543f', '#5e2114'], cut: 'collar', broad: 172 };

/** A family of four: the grandfather winks, and the others smile a little. */
export function drawWink(time: number): string {
  const quiet = (from: number, strength: number, blinkAt: number, tilt: number) => ({
    ...atRest,
    smile: 0.2 + strength * rise(time, from, 3.6, 0.8),
    shut: blink(time, blinkAt),
    tilt: tilt + Math.sign(tilt) * 1.5 * rise(time, from, 3.6, 1),
  });
  const winking = rise(time, 1.3, 2.3, 0.2);
  const before = rise(time, 0.7, 3.5, 0.8);
  const [blinking] = blink(time, 0.4, 3);
  const winker = {
    ...atRest,
    smile: 0.15 + 0.55 * before + 0.12 * winking,
    shut: [blinking, Math.max(blinking, winking)] as const,
    tilt: -2 - 4 * before,
    turn: 4 * before,
  };
  return `${drawBackdrop(['#b9a98a', '#4c4232'])}${shadowAt(340, 330, 260, 220)}
    ${drawPerson('father', father, fatherSuit, { x: 200, y: 196, scale: 0.66 }, quiet(1.5, 0.4, 2.8, 1))}
    ${drawPerson('mother', mother, motherDress, { x: 412, y: 222, scale: 0.63 }, quiet(1.7, 0.55, 0.9, -2))}
    ${shadowAt(310, 560, 240, 130)}
    ${drawPerson('daughter', daughter, daughterDress, { x: 424, y: 486, scale: 0.6 }, quiet(1.8, 0.75, 3.1, -3))}
    ${drawPerson('grandfather', grandfather, grandfatherClothes, { x: 206, y: 440, scale: 0.72 }, winker)}`;
}
