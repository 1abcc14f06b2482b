import { drawBackdrop, shadowAt } from '../figure/draw-backdrop.ts';
import type { Clothes } from '../figure/draw-clothes.ts';
import { drawPerson } from '../figure/draw-person.ts';
import { blink, rise } from './movements.ts';
import { atRest, type Person } from '../figure/person.ts';

const man: Person = {
  skin: ['#a9714c', '#643a22'],
  hair: ['#38302b', '#0f0b09'],
  style: 'cropped',
  eyes: '#3f2816',
  lips: '#8f4a3c',
  age: 0.12,
  jaw: 1.06,
  brows: 1.2,
};

const suit: Clothes = { colour: ['#47635a', '#152620'], cut: 'suit', broad: 262, accent: '#8a5a2b' };

/** A man who turns his head, and back. */
export function drawTurn(time: number): string {
  const away = rise(time, 0.4, 3.7, 1.15);
  const now = {
    ...atRest,
    smile: 0.2 + 0.25 * rise(time, 1.3, 3.6, 0.8),
    shut: blink(time, 0.75, 2.75),
    turn: 25 * away,
    tilt: 1.5 * away,
  };
  return `${drawBackdrop(['#d6c093', '#7d6640'])}${shadowAt(360, 420, 220, 260)}
    ${drawPerson('man', man, suit, { x: 296, y: 292, scale: 1 }, now)}`;
}
