import { drawBackdrop, shadowAt } from '../figure/draw-backdrop.ts';
import type { Clothes } from '../figure/draw-clothes.ts';
import { drawPerson } from '../figure/draw-person.ts';
import { atRest, type Person, type Shades } from '../figure/person.ts';

/** An invented person who sits for a studio portrait. */
export interface Sitter {
  person: Person;
  clothes: Clothes;
  backdrop: Shades;
}

/** A studio portrait of 600 × 720, as the content of an SVG. */
export function drawPortrait({ person, clothes, backdrop }: Sitter): string {
  return `${drawBackdrop(backdrop)}${shadowAt(350, 420, 220, 260)}
    ${drawPerson('sitter', person, clothes, { x: 300, y: 302, scale: 1 }, atRest)}`;
}

export const sitters: Record<'grandmother' | 'mother' | 'grandfather', Sitter> = {
  grandmother: {
    person: {
      skin: ['#f6d7bb', '#d9a27c'],
      hair: ['#dcd6cc', '#756d63'],
      style: 'bun',
      eyes: '#6f8fa8',
      lips: '#c27a68',
      age: 0.95,
      jaw: 0.97,
      brows: 0.8,
      glasses: true,
    },
    clothes: { colour: ['#5c6d7a', '#1f2a32'], cut: 'collar', broad: 250, accent: '#20504d' },
    backdrop: ['#98a594', '#3c4a42'],
  },
  mother: {
    person: {
      skin: ['#f8d3b3', '#dc9d75'],
      hair: ['#7a4a31', '#2e1810'],
      style: 'waves',
      eyes: '#5f7d52',
      lips: '#c4523f',
      age: 0,
      jaw: 0.93,
      brows: 0.9,
      lashes: true,
    },
    clothes: { colour: ['#b04a2c', '#5b1f10'], cut: 'collar', broad: 220, accent: '#20504d' },
    backdrop: ['#b9d0c6', '#4d7672'],
  },
  grandfather: {
    person: {
      skin: ['#efc7a2', '#c98d66'],
      hair: ['#6f645a', '#2c2520'],
      style: 'parting',
      eyes: '#6a5138',
      lips: '#a8604e',
      age: 0.7,
      jaw: 1.06,
      brows: 1.2,
      moustache: true,
    },
    clothes: { colour: ['#4a4f5a', '#1d2027'], cut: 'suit', broad: 250, accent: '#5a332d' },
    backdrop: ['#998a70', '#43382a'],
  },
};
