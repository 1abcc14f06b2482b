import sharp from 'sharp';
import { cutPortrait } from './photos.ts';

/** Draws a frontal cat as a PNG of 900 × 1000 pixels; its face is about 390 pixels wide. */
export function drawCat(): Promise<Buffer> {
  return sharp(Buffer.from(CAT)).png().toBuffer();
}

/** The cat with a person's grey, blurred face: the detector of people's faces finds it, but the face mesh is not sure of it. */
export async function drawCatWithFace(): Promise<Buffer> {
  const oval = `<svg width="400" height="400"><filter id="soft"><feGaussianBlur stdDeviation="8"/></filter>
    <ellipse cx="200" cy="200" rx="120" ry="144" fill="#fff" filter="url(#soft)"/></svg>`;
  const portrait = await (await cutPortrait()).resize(400, 400).png().toBuffer();
  const grey = await sharp(portrait).blur(4).greyscale().png().toBuffer();
  const face = await sharp(grey)
    .ensureAlpha()
    .composite([{ input: Buffer.from(oval), blend: 'dest-in' }])
    .png()
    .toBuffer();
  const head = await sharp(await drawCat())
    .extract({ left: 0, top: 0, width: 900, height: 720 })
    .toBuffer();
  return sharp(head)
    .composite([{ input: face, left: 250, top: 280 }])
    .png()
    .toBuffer();
}

const CAT = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1000" viewBox="0 0 900 1000">
  <defs>
    <radialGradient id="fur"><stop offset="0" stop-color="#c9a27a"/><stop offset="1" stop-color="#8a6844"/></radialGradient>
    <linearGradient id="meadow" x2="0" y2="1"><stop offset="0" stop-color="#4f7a3c"/><stop offset="1" stop-color="#2c4d22"/></linearGradient>
  </defs>
  <rect width="900" height="1000" fill="url(#meadow)"/>
  <path d="M250 1000 C240 760 320 640 450 640 C580 640 660 760 650 1000 Z" fill="url(#fur)"/>
  <path d="M285 420 L250 190 L410 310 Z M615 420 L650 190 L490 310 Z" fill="#8a6844"/>
  <path d="M300 380 L275 235 L380 315 Z M600 380 L625 235 L520 315 Z" fill="#caa094"/>
  <ellipse cx="450" cy="470" rx="205" ry="190" fill="url(#fur)"/>
  <path d="M450 300 L450 400 M410 305 L420 385 M490 305 L480 385" stroke="#5f4529" stroke-width="14" stroke-linecap="round"/>
  <ellipse cx="450" cy="575" rx="90" ry="72" fill="#efe4d6"/>
  <ellipse cx="365" cy="450" rx="44" ry="36" fill="#2b2118"/><ellipse cx="535" cy="450" rx="44" ry="36" fill="#2b2118"/>
  <ellipse cx="365" cy="450" rx="36" ry="30" fill="#c8cf6a"/><ellipse cx="535" cy="450" rx="36" ry="30" fill="#c8cf6a"/>
  <ellipse cx="365" cy="450" rx="12" ry="27" fill="#111"/><ellipse cx="535" cy="450" rx="12" ry="27" fill="#111"/>
  <circle cx="372" cy="438" r="7" fill="#fff"/><circle cx="542" cy="438" r="7" fill="#fff"/>
  <path d="M425 535 L475 535 L450 562 Z" fill="#b0626a"/>
  <path d="M450 562 L450 585 C430 612 400 605 395 592 M450 585 C470 612 500 605 505 592" fill="none" stroke="#5f4529" stroke-width="7" stroke-linecap="round"/>
</svg>`;
