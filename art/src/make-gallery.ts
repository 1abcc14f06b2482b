// Draws the stills and films of the landing page's gallery: invented old prints that move for a moment. `node
// art/src/make-gallery.ts`; run it again after a change to art/src/. The page labels them as illustrations.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { findEncoder } from '../../renderer/src/node/film/find-encoder.ts';
import { drawPrint, prints } from './prints/aged-print.ts';
import { films, filmSeconds } from './prints/films.ts';

const folder = join(import.meta.dirname, '../../web/public/gallery');
const width = 480;
const framesPerSecond = 20;

await mkdir(folder, { recursive: true });
// The sample photo for administrators' test films.
await sharp(Buffer.from(drawPrint(prints.grandmother, 960)))
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(join(import.meta.dirname, '../../server/src/features/films/config/sample-photo.jpg'));
const encoder = await findEncoder();
for (const { name, draw } of films) {
  await stills(join(folder, name), draw(width));
  await film(join(folder, `${name}.mp4`), (time) => draw(width, time));
  console.log(name);
}

/** Three formats of similar quality; the JPEG is for browsers without WebP and AVIF. */
async function stills(path: string, svg: string): Promise<void> {
  const still = sharp(Buffer.from(svg));
  await still.clone().jpeg({ quality: 78, mozjpeg: true }).toFile(`${path}.jpg`);
  await still.clone().webp({ quality: 70, effort: 6, smartSubsample: true }).toFile(`${path}.webp`);
  await still.clone().avif({ quality: 54, effort: 6, chromaSubsampling: '4:2:0' }).toFile(`${path}.avif`);
}

async function film(path: string, draw: (time: number) => string): Promise<void> {
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${width}x${width * 1.2}`,
    '-r',
    `${framesPerSecond}`,
    '-i',
    '-',
  ];
  const output = [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-crf',
    '27',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
    '-y',
    path,
  ];
  const ffmpeg = spawn(encoder, ['-loglevel', 'error', ...input, ...output], { stdio: ['pipe', 'inherit', 'inherit'] });
  const done = once(ffmpeg, 'close');
  for (let frame = 0; frame < filmSeconds * framesPerSecond; frame++) {
    const pixels = await sharp(Buffer.from(draw(frame / framesPerSecond)))
      .removeAlpha()
      .raw()
      .toBuffer();
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = (await done) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} at ${path}`);
}
