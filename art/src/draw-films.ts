// Draws docs/films.webp, the README's animation: the demo's three prints, animated by the renderer, side by side.
// `node art/src/draw-films.ts [file]`; run it again after a change to the prints or to how faces move.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { readFrames } from '../../renderer/judge/read-frames.ts';
import { animate } from '../../renderer/src/node/animate.ts';
import { agedPrint, prints } from './prints/aged-print.ts';

const sitters = [
  { name: 'grandmother', effect: 'smile' },
  { name: 'mother', effect: 'turn' },
  { name: 'grandfather', effect: 'smile' },
] as const;
const perSecond = 12.5;
const cell = { width: 240, height: 288 };

const target = resolve(process.argv[2] ?? join(import.meta.dirname, '../../docs/films.webp'));
const folder = await mkdtemp(join(tmpdir(), 'keepsake-films-'));
try {
  const films: Buffer[][] = [];
  for (const { name, effect } of sitters) films.push(await framesOf(name, effect));
  const moments = Math.min(...films.map(({ length }) => length));
  const frames = Array.from({ length: moments }, (_, moment) =>
    sharp({ create: { ...cell, width: sitters.length * cell.width, channels: 3, background: '#000' } })
      .composite(films.map((film, i) => ({ input: film[moment], left: i * cell.width, top: 0 })))
      .png()
      .toBuffer(),
  );
  await sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ quality: 50, effort: 6, delay: frames.map(() => 1000 / perSecond), loop: 0 })
    .toFile(target);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** A looping film of one print, scaled to a cell; each frame is a PNG file. */
async function framesOf(name: keyof typeof prints, effect: 'smile' | 'turn'): Promise<Buffer[]> {
  const pathOf = (kind: string) => join(folder, `${name}-${kind}`);
  const paths = { photoPath: pathOf('print.jpg'), filmPath: pathOf('film.mp4'), posterPath: pathOf('poster.jpg') };
  await writeFile(paths.photoPath, await agedPrint(prints[name]));
  const options = { seed: 3, duration: 5, resolution: '540p', aspect: 'default', loop: true } as const;
  const { width, height } = await animate({ ...paths, effect, ...options });
  const { pictures } = await readFrames(paths.filmPath, width, height, perSecond);
  return Promise.all(
    pictures.map((data) =>
      sharp(data, { raw: { width, height, channels: 3 } })
        .resize(cell)
        .png()
        .toBuffer(),
    ),
  );
}
