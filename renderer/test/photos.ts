import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

const SAMPLES = join(dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')), 'demo');

/** A real photo of five people on a staircase, 1920 × 1398. */
export const GROUP_PHOTO = join(SAMPLES, 'sample5.jpg');

/**
 * One person, 480 × 480, cut out of a photo. A face of this size is found with six detector runs; a photo without faces
 * takes thirty and an animal search.
 */
export async function cutPortrait(): Promise<Sharp> {
  const area = { left: 1010, top: 110, width: 480, height: 480 };
  return sharp(await sharp(join(SAMPLES, 'sample3.jpg')).extract(area).png().toBuffer());
}

/** Draws hills under a sky: sharp edges and fine lines, but no subject. The format follows the path's extension. */
export async function drawLandscape(path: string, width: number, height: number): Promise<void> {
  const lines = Array.from(
    { length: 40 },
    (_, i) => `<path d="M${i * 25} 420 L${i * 27 - 40} 600" stroke="#3d5a2a" stroke-width="3"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1000 600" preserveAspectRatio="none">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#2d6fb4"/><stop offset="1" stop-color="#f3d7a8"/></linearGradient>
    <rect width="1000" height="600" fill="url(#sky)"/><circle cx="720" cy="150" r="60" fill="#fff3c0"/>
    <path d="M0 430 L180 260 L330 410 L520 220 L760 430 L1000 300 L1000 600 L0 600 Z" fill="#5f7d45"/>${lines.join('')}
  </svg>`;
  await sharp(Buffer.from(svg)).toFile(path);
}
