import { drawBackdrop, shadowAt } from '../figure/draw-backdrop.ts';
import type { Clothes } from '../figure/draw-clothes.ts';
import { drawDog } from '../figure/draw-dog.ts';
import { drawFingersRound } from '../figure/draw-hand.ts';
import { drawPerson } from '../figure/draw-person.ts';
import { blink, rise, sway } from './movements.ts';
import { atRest, type Person } from '../figure/person.ts';

const man: Person = {
  skin: ['#f2cba8', '#c88d66'],
  hair: ['#b9b2a6', '#59524a'],
  style: 'cap',
  cap: ['#7d7563', '#3e382c'],
  eyes: '#6f8fa8',
  lips: '#b0705e',
  age: 0.75,
  jaw: 1.08,
  brows: 1.2,
};

const waistcoat: Clothes = { colour: ['#6f6248', '#2d2618'], cut: 'waistcoat', broad: 250, accent: '#a8854a' };

/** A man with his dog, which tilts its head and pants. */
export function drawDogPrint(time: number): string {
  const awake = rise(time, 0.5, 3.7, 0.6);
  const panting = rise(time, 1, 3.5, 0.5);
  const now = {
    ...atRest,
    smile: 0.18 + 0.6 * rise(time, 0.9, 3.6),
    shut: blink(time, 1.5),
    tilt: 3 + 2.5 * awake,
    turn: 8 * awake,
  };
  const dog = {
    tilt: -3 + 13 * awake - 3 * panting,
    pant: panting * (0.62 + 0.3 * sway(time, 2.2, 1)),
    shut: blink(time, 0.45, 2.4)[0],
  };
  return `${drawBackdrop(['#aebfa6', '#4c6152'])}${shadowAt(300, 400, 230, 260)}
    ${drawPerson('owner', man, waistcoat, { x: 222, y: 262, scale: 0.86 }, now)}
    ${shadowAt(420, 560, 130, 160)}
    <path d="M552 574C580 568 593 588 594 612C594 640 584 658 552 660Z" fill="${man.skin[1]}" stroke="#7d4b30" stroke-width="1.5"/>
    <g transform="translate(424 440) scale(1.06)">${drawDog(dog)}</g>
    ${drawFingersRound(man.skin, { x: 566, y: 588 })}`;
}
