import { type Shades, radial } from './person.ts';

/**
 * A raised forearm with its elbow at 0, 0 and an open palm towards the viewer, thumb on the left; `bend` rotates the
 * wrist (degrees).
 */
export function drawRaisedArm(id: string, skin: Shades, sleeve: Shades, bend: number): string {
  return `<defs>${radial(`${id}-sleeve`, sleeve, -30, -60, 150)}${radial(`${id}-hand`, skin, -16, -70, 105)}</defs>
    <g transform="translate(3 -138) rotate(${bend}) scale(1.18)">${openHand(id)}</g>
    <path d="M-45 8C-45 -44 -36 -100 -27 -132C-12 -141 18 -141 32 -132C38 -98 45 -44 45 8C40 52 -38 52 -45 8Z" fill="url(#${id}-sleeve)"/>
    <path d="M-30 -120C-14 -130 22 -130 35 -120L32 -133C18 -142 -12 -142 -27 -133Z" fill="#000" opacity=".2"/>
    <path d="M28 0C30 -40 26 -80 22 -112" fill="none" stroke="#000" stroke-opacity=".18" stroke-width="12" filter="url(#soft5)"/>
    <path d="M-34 -4C-20 6 -6 8 8 4M-30 14C-14 22 6 22 20 16" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="3" stroke-linecap="round"/>`;
}

/** An open hand with its wrist at 0, 0. */
function openHand(id: string): string {
  const fingers: [path: string, width: number][] = [
    ['M21 -54C27 -70 32 -80 35 -91', 14],
    ['M8 -60C11 -82 13 -96 14 -109', 15.5],
    ['M-7 -62C-7 -84 -7 -102 -8 -116', 16],
    ['M-20 -58C-24 -78 -27 -92 -30 -105', 15.5],
  ];
  const outline = '#8a5638';
  const draw = ([path, width]: [string, number]) =>
    `<path d="${path}" stroke="${outline}" stroke-width="${width + 2.6}"/><path d="${path}" stroke="url(#${id}-hand)" stroke-width="${width}"/>`;
  const thumb = 'M-16 -22C-30 -32 -40 -46 -48 -60';
  return `<g fill="none" stroke-linecap="round">
      <path d="${thumb}" stroke="${outline}" stroke-width="19"/>
      ${fingers.map(draw).join('')}</g>
    <path d="M-17 10C-18 -6 -25 -20 -28 -36C-29 -50 -28 -60 -22 -66C-10 -71 14 -70 25 -62C30 -52 29 -34 24 -18C20 -8 19 0 20 10Z" fill="url(#${id}-hand)" stroke="${outline}" stroke-width="1.3" stroke-opacity=".55"/>
    <g fill="none" stroke-linecap="round">
      <path d="${thumb}" stroke="url(#${id}-hand)" stroke-width="16.4"/>
      ${fingers.map(([path, width]) => `<path d="${path}" stroke="url(#${id}-hand)" stroke-width="${width}"/>`).join('')}
      <g stroke="${outline}" stroke-opacity=".45" stroke-width="1.8">
        <path d="M-24 -44C-14 -50 2 -50 12 -45M22 -50C14 -38 -2 -34 -18 -38M-14 -44C-4 -34 -6 -16 -12 -4"/>
        <path d="M-14.5 -66L-14 -74M0.5 -68L0.8 -78M14.5 -63L16 -72M-30 -84L-21 -86M-14 -90L-1 -90M6 -86L18 -88M24 -74L34 -77" stroke-opacity=".5"/>
      </g></g>
    <ellipse cx="14" cy="-26" rx="10" ry="20" fill="#5d2f1c" opacity=".18" filter="url(#soft5)"/>
    <ellipse cx="-16" cy="-30" rx="9" ry="14" fill="#fff" opacity=".14" filter="url(#soft5)"/>`;
}

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
