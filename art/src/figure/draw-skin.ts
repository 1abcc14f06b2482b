import { eyeLevel } from './draw-eyes.ts';
import type { Expression, Person } from './person.ts';
import type { Turn } from './turn-path.ts';

/** Shading for light from the upper left: shadow on the far side, blush on the cheeks, hollows around the eyes. */
export function shadesOf(person: Person, { smile, turn: degrees }: Expression, turn: Turn): string {
  const level = eyeLevel(person);
  const cheek = level + 58 - smile * 8;
  const blush = 0.32 - person.age * 0.16 + smile * 0.16;
  const oval = (x: number, y: number, wide: number, high: number) =>
    turn(
      `M${x - wide} ${y}C${x - wide} ${y - high} ${x + wide} ${y - high} ${x + wide} ${y}C${x + wide} ${y + high} ${x - wide} ${y + high} ${x - wide} ${y}Z`,
    );
  const shade = 0.3 - degrees * 0.002;
  return `<g filter="url(#soft16)">
      <path d="${turn('M96 -150C112 -50 104 70 4 170L160 170L160 -150Z')}" fill="#5d2f1c" opacity="${shade}"/>
      <path d="${turn('M-110 44C-84 104 -54 144 0 168L-110 168Z')}" fill="#5d2f1c" opacity=".15"/>
      <path d="${oval(-32, -92, 62, 42)}" fill="#fff" opacity=".15"/>
      <path d="${turn('M-96 -110C-50 -136 50 -136 96 -110L96 -170L-96 -170Z')}" fill="#3b2115" opacity=".25"/>
    </g>
    <g filter="url(#soft9)">
      <path d="${oval(-62, cheek, 30 + smile * 4, 27)}${oval(62, cheek, 30 + smile * 4, 27)}" fill="#cc5f46" opacity="${blush}"/>
      <path d="${oval(-47, level - 11, 42, 30)}${oval(47, level - 11, 42, 30)}" fill="#5d2f1c" opacity=".2"/>
      <path d="${oval(0, person.child ? 118 : 130, 36, 9)}" fill="#5d2f1c" opacity=".22"/>
      <path d="${oval(-66, cheek - 14, 24, 12)}" fill="#fff" opacity="${0.1 + smile * 0.08}"/>
    </g>`;
}

/** Smile folds and wrinkles. */
export function linesOf(person: Person, { smile, open }: Expression, turn: Turn): string {
  const merry = Math.min(1, smile + open * 0.4);
  const fold = 'M-28 58C-44 66 -54 82 -57 100M28 58C44 66 54 82 57 100';
  const folds = `<path d="${turn(fold)}" stroke-opacity="${person.child ? 0.16 * merry : 0.16 * person.age + 0.4 * merry}" stroke-width="3.2"/>`;
  const age = `<g stroke-opacity="${0.4 * person.age}" stroke-width="2.5">
      <path d="${turn('M-46 -86C-16 -94 18 -94 46 -86M-40 -70C-14 -76 14 -76 40 -70')}"/>
      <path d="${turn('M-84 -4L-95 -11M-84 4L-96 5M84 -4L95 -11M84 4L96 5')}" stroke-opacity="${person.age * (0.35 + 0.3 * merry)}"/>
      <path d="${turn('M-68 22C-56 30 -40 31 -26 24M68 22C56 30 40 31 26 24')}"/>
      <path d="${turn('M-70 84C-74 100 -72 114 -64 126M70 84C74 100 72 114 64 126')}" stroke-opacity="${0.25 * person.age}"/></g>`;
  return `<g fill="none" stroke="#6b3d28" stroke-linecap="round" filter="url(#soft2)">${folds}${person.age > 0 ? age : ''}</g>`;
}
