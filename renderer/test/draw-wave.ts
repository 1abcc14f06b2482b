import sharp from 'sharp';
import { cutPortrait } from './photos.ts';

/** What the drawn arm of `drawWave` does. */
export type DrawnArm = 'raised' | 'at the border' | 'before the face' | 'a fist' | 'pointing aside';

/** A portrait whose person raises a drawn arm: a JPEG of 900 × 1000 pixels. */
export async function drawWave(arm: DrawnArm = 'raised'): Promise<Buffer> {
  const head = await (await cutPortrait()).resize(400, 400).png().toBuffer();
  const shifted = { raised: 0, 'at the border': 95, 'before the face': -225, 'a fist': 0, 'pointing aside': -60 }[arm];
  const picture = Buffer.from(scene(arm === 'a fist' ? FIST : HAND, shifted, arm === 'pointing aside' ? 57 : 0));
  return sharp(Buffer.from(BACKGROUND))
    .composite([{ input: head, left: 250, top: 120 }, { input: picture }])
    .jpeg({ quality: 95 })
    .toBuffer();
}

const BACKGROUND = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1000">
  <linearGradient id="wall" x2="1" y2="1"><stop stop-color="#9fb4c4"/><stop offset="1" stop-color="#6f8796"/></linearGradient>
  <rect width="900" height="1000" fill="url(#wall)"/>
</svg>`;

/** The creases tell the model where a finger bends. */
const finger = (x: number, y: number, length: number, angle: number, width: number) => {
  const crease = (share: number) =>
    `<path d="M${x - width / 2 + 3} ${y - length * share} q${width / 2 - 3} 5 ${width - 6} 0" fill="none" stroke="#9c6a52" stroke-width="2.5"/>`;
  return `<g transform="rotate(${angle} ${x} ${y})">
    <rect x="${x - width / 2}" y="${y - length}" width="${width}" height="${length + 26}" rx="${width / 2}" fill="url(#finger)" stroke="#9c6a52" stroke-width="2.5"/>
    ${[0.08, 0.38, 0.68].map(crease).join('')}</g>`;
};

/** An open palm around its wrist at (0, 0). */
const HAND = `${finger(-36, -88, 120, -13, 23)}${finger(-12, -96, 138, -3, 24)}${finger(13, -94, 127, 6, 23)}${finger(36, -84, 101, 18, 20)}
  ${finger(-36, -36, 96, -60, 27)}
  <path d="M-30 14 C-50 -20 -54 -70 -48 -96 C-34 -110 34 -110 47 -90 C52 -60 44 -20 30 14 Z" fill="url(#skin)"/>
  <path d="M-36 -68 C-14 -82 16 -78 38 -64 M-34 -54 C-12 -52 8 -42 18 -10 M-22 -50 C-2 -34 0 -14 -6 8" fill="none" stroke="#9c6a52" stroke-width="3.5"/>`;

const FIST = `<path d="M-34 4 C-70 -20 -72 -96 -50 -112 C-20 -130 30 -130 54 -112 C72 -92 66 -20 34 4 Z" fill="url(#skin)"/>
  <path d="M-30 -112 V-64 M0 -118 V-60 M30 -112 V-62 M-52 -64 C-20 -50 20 -50 56 -62" fill="none" stroke="#a8775f" stroke-width="5"/>`;

/** Shoulders under the head, and an arm whose elbow is at the lower right. */
const scene = (
  hand: string,
  shifted: number,
  turned: number,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1000">
  <linearGradient id="skin" x2="1"><stop stop-color="#e3b497"/><stop offset="1" stop-color="#c99376"/></linearGradient>
  <linearGradient id="finger" x2="1"><stop stop-color="#e6b99d"/><stop offset="1" stop-color="#cb977b"/></linearGradient>
  <path d="M60 1000 C70 720 190 560 330 520 L470 520 C560 560 600 720 610 1000 Z" fill="#38506b"/>
  <g transform="translate(${shifted} 0)">
    <path d="M500 560 C560 600 640 700 740 780 C720 850 600 840 520 760 Z" fill="#2d4259"/>
    <path d="M676 800 L714 470 L766 470 L790 800 C780 840 690 840 676 800 Z" fill="url(#skin)"/>
    <g transform="translate(740 478) rotate(${turned})">${hand}</g>
  </g>
</svg>`;
