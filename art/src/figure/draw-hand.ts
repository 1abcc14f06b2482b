import type { Shades } from './person.ts';

/**
 * Fingers that reach around something from behind, to the left. `x` is the knuckles' position, `y` the forefinger's.
 */
export function drawFingersRound([light, shade]: Shades, { x, y }: { x: number; y: number }): string {
  const lengths = [40, 47, 44, 33];
  const finger = (length: number, index: number) =>
    `M${x + 14 - index * 1.5} ${y + index * 17}C${x - length * 0.3} ${y - 5 + index * 17} ${x - length * 0.7} ${y - 1 + index * 17} ${x - length} ${y + 9 + index * 16.5}`;
  const nail = (length: number, index: number) =>
    `M${x - length - 2} ${y + 7 + index * 16.5}C${x - length + 2} ${y + 2 + index * 16.5} ${x - length + 8} ${y + 1 + index * 16.5} ${x - length + 11} ${y + 2 + index * 16.5}`;
  return `<defs><linearGradient id="fingers" x1="0" x2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${shade}"/></linearGradient></defs>
    <g fill="none" stroke-linecap="round">
      <path d="${lengths.map(finger).join('')}" stroke="#2a1208" stroke-opacity=".35" stroke-width="22" transform="translate(-3 6)" filter="url(#soft5)"/>
      ${lengths.map((length, index) => `<path d="${finger(length, index)}" stroke="#7d4b30" stroke-width="18.6"/><path d="${finger(length, index)}" stroke="url(#fingers)" stroke-width="16.4"/><path d="${nail(length, index)}" stroke="#fff" stroke-opacity=".3" stroke-width="5"/>`).join('')}
    </g>`;
}
