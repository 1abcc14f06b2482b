import { browsOf, eyesOf } from './draw-eyes.ts';
import { linesOf, shadesOf } from './draw-skin.ts';
import { beardOf, hairBefore, hairBehind, hairBeside, moustacheOf } from './draw-hair.ts';
import { mouthOf, noseOf } from './draw-mouth.ts';
import { type Clothes, drawClothes } from './draw-clothes.ts';
import { type Expression, type Person, radial } from './person.ts';
import { turnPath, turnPoint } from './turn-path.ts';

export interface Place {
  x: number;
  y: number;
  scale: number;
  /** Rotation of the whole figure in degrees, clockwise. */
  lean?: number;
}

/** A person from head to waist with the head centred at `place`. `id` makes the SVG ids of several people unique. */
export function drawPerson(id: string, person: Person, clothes: Clothes, place: Place, now: Expression): string {
  const turn = turnPath(now.turn);
  const head = `rotate(${now.tilt} 0 170)`;
  const face = faceOf(person, now.open);
  return `<defs>
      ${radial(`${id}-skin`, person.skin, -34, -50, 235)}
      ${radial(`${id}-hair`, person.hair, -40, -130, 260)}
      ${radial(`${id}-lip`, [person.lips, '#7d3a2f'], -10, 104, 70)}
      <clipPath id="${id}-face"><path d="${turn(face)}"/></clipPath>
    </defs>
    <g transform="translate(${place.x} ${place.y}) scale(${place.scale}) rotate(${place.lean ?? 0} 0 300)">
      <g transform="${head}">${hairBehind(id, person, turn)}</g>
      ${drawClothes(id, person, clothes)}
      <g transform="${head}">
        ${ear(person, now.turn, -1)}${ear(person, now.turn, 1)}
        <path d="${turn(face, -46)}" fill="url(#${id}-skin)"/>
        ${hairBeside(id, person, turn)}
        ${now.turn === 0 ? '' : ear(person, now.turn, now.turn > 0 ? -1 : 1)}
        <path d="${turn(face)}" fill="url(#${id}-skin)"/>
        <g clip-path="url(#${id}-face)">${shadesOf(person, now, turn)}</g>
        ${eyesOf(id, person, now)}
        ${noseOf(person, turn)}
        ${linesOf(person, now, turn)}
        ${beardOf(id, person, turn)}
        ${mouthOf(id, person, now, turn)}
        ${moustacheOf(person, now.smile, turn)}
        ${browsOf(person, now, turn)}
        ${hairBefore(id, person, turn, now.turn)}
        ${person.glasses ? glasses(turn) : ''}
      </g>
    </g>`;
}

function faceOf({ jaw, child }: Person, open: number): string {
  const chin = (child ? 144 : 160) + open * 13;
  const cheek = (child ? 92 : 106) + open * 7;
  const [wide, low] = [(child ? 80 : 74) * jaw, (child ? 50 : 48) * jaw];
  return `M-98 -10C-98 -106 -60 -154 0 -154C60 -154 98 -106 98 -10C98 30 ${wide + 15} ${cheek - 30} ${wide} ${cheek}C${low + 8} ${chin - 18} ${low * 0.6} ${chin} 0 ${chin}C${-low * 0.6} ${chin} ${-low - 8} ${chin - 18} ${-wide} ${cheek}C${-wide - 15} ${cheek - 30} -98 30 -98 -10Z`;
}

/**
 * An ear, which stays on the side of the head: with a turn the near one comes forward and the far one disappears behind
 * the cheek.
 */
function ear({ skin, style }: Person, degrees: number, side: -1 | 1): string {
  if (style === 'bob' || style === 'long') return '';
  const near = degrees * side < 0;
  const [x] = turnPoint(degrees)(side * 92, 10, near ? -14 : -60);
  const breadth = 1 + (near ? 0.012 : -0.02) * Math.abs(degrees);
  return `<g transform="translate(${x} 0) scale(${side * breadth} 1)">
    <path d="M-6 -14C18 -26 28 -8 24 16C21 36 12 48 -4 42Z" fill="${skin[1]}"/>
    <path d="M4 -8C16 -14 21 -2 17 14M6 4C12 6 12 16 6 24" fill="none" stroke="#5d2f1c" stroke-opacity=".35" stroke-width="2.4" stroke-linecap="round"/></g>`;
}

function glasses(turn: (path: string, lift?: number) => string): string {
  const ring = (x: number) =>
    `M${x - 37} -2C${x - 37} -22 ${x - 21} -39 ${x} -39C${x + 21} -39 ${x + 37} -22 ${x + 37} -2C${x + 37} 19 ${x + 21} 35 ${x} 35C${x - 21} 35 ${x - 37} 19 ${x - 37} -2Z`;
  return `<path d="${turn(ring(-47), 8)}${turn(ring(47), 8)}" fill="#fff" fill-opacity=".06" stroke="#4a3a22" stroke-width="4"/>
    <path d="${turn('M-10 -6C-5 -12 5 -12 10 -6', 14)}${turn('M-84 -8L-100 -15M84 -8L100 -15')}" fill="none" stroke="#4a3a22" stroke-width="4"/>
    <path d="${turn('M-70 -22C-64 -29 -58 -32 -52 -33M24 -22C30 -29 36 -32 42 -33', 8)}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3.5" stroke-linecap="round"/>`;
}
