// Draws docs/effects.jpg: seven frames of each effect, rendered from a drawn portrait of the landing page's gallery.
// `node art/src/draw-effects.ts [file]`; run it again after a change to how faces move.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { readFrames } from '../../renderer/judge/read-frames.ts';
import { animate } from '../../renderer/src/node/animate.ts';
import { FACE_EFFECTS, type FaceEffect } from '../../renderer/src/core/effects.ts';
import { drawPrint, prints } from './prints/aged-print.ts';

const moments = [0, 8, 16, 24, 34, 44, 54];
const perSecond = 12;
const cell = 150;
const seed = 3;
/** Leaning in takes two. */
const effects = FACE_EFFECTS.filter((effect) => effect !== 'lean');

const target = resolve(process.argv[2] ?? join(import.meta.dirname, '../../docs/effects.jpg'));
const folder = await mkdtemp(join(tmpdir(), 'keepsake-effects-'));
try {
  const photoPath = join(folder, 'portrait.png');
  const portrait = drawPrint({ ...prints.grandmother, faded: 0.55 }, 960);
  await sharp(Buffer.from(portrait)).png().toFile(photoPath);
  const cells: OverlayOptions[] = [];
  for (const [row, effect] of effects.entries()) {
    cells.push(...(await drawRow(photoPath, effect, row * cell)));
    console.log(effect);
  }
  const size = { width: moments.length * cell, height: effects.length * cell };
  await sharp({ create: { ...size, channels: 3, background: '#222' } })
    .composite(cells)
    .jpeg({ quality: 72, mozjpeg: true })
    .toFile(target);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The square around the head at each moment, and the effect's name over the first. */
async function drawRow(photoPath: string, effect: FaceEffect, top: number): Promise<OverlayOptions[]> {
  const [filmPath, posterPath] = [join(folder, `${effect}.mp4`), join(folder, `${effect}.jpg`)];
  const options = { duration: 5, resolution: '720p', aspect: 'default', loop: false } as const;
  const { width, height } = await animate({ photoPath, effect, seed, filmPath, posterPath, ...options });
  const { pictures } = await readFrames(filmPath, width, height, perSecond);
  const side = Math.round(width * 0.52);
  const head = { left: Math.round((width - side) / 2), top: Math.round(height * 0.19), width: side, height: side };
  const squares = moments.map(async (moment, i) => ({
    input: await sharp(pictures[moment], { raw: { width, height, channels: 3 } })
      .extract(head)
      .resize(cell, cell)
      .png()
      .toBuffer(),
    left: i * cell,
    top,
  }));
  const name = `<svg width="${cell}" height="20"><rect width="90" height="18" fill="#0009"/><text x="4" y="13" font-size="13" fill="#fff">${effect}</text></svg>`;
  return [...(await Promise.all(squares)), { input: Buffer.from(name), left: 0, top }];
}
