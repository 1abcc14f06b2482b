// Draws the pictures and films of the landing page's gallery: old prints of nobody in particular that come to life for a moment.
// `node scripts/make-gallery.ts`; run it again after a change to scripts/picture/. They are labelled as illustrations on the page.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { findEncoder } from '../renderer/src/find-encoder.ts';
import { type AgedPrint, drawPrint } from './picture/aged-print.ts';
import type { Pose } from './picture/draw-portrait.ts';
import { prints } from './picture/sitters.ts';

const folder = join(import.meta.dirname, '../web/public/gallery');
const width = 480;
const seconds = 4;
const framesPerSecond = 20;

/** Effect → the pose at a time in seconds; each begins and ends at rest, so that the film can go round. */
const films: [name: string, print: AgedPrint, pose: (time: number) => Pose][] = [
  ['smile', prints.grandmother, (time) => ({ smile: 0.8 * rise(time, 0.8, 3.4), shut: blink(time, 0.5), tilt: 0 })],
  ['laugh', prints.child, (time) => laugh(time)],
  ['wink', prints.grandfather, (time) => wink(time)],
  [
    'tilt',
    prints.mother,
    (time) => ({ smile: 0.6 * rise(time, 1, 3.6), shut: blink(time, 2.6), tilt: 4 * rise(time, 0.5, 3.6) }),
  ],
  [
    'blink',
    prints.uncle,
    (time) => ({ smile: 0.35 * rise(time, 1.2, 3.6), shut: blink(time, 0.9, 2.7), tilt: -1.5 * rise(time, 0.4, 3.8) }),
  ],
];

await mkdir(folder, { recursive: true });
// The photo on which administrators try how films are made.
await sharp(Buffer.from(drawPrint(prints.grandmother, 960)))
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(join(import.meta.dirname, '../server/src/features/videos/sample-photo.jpg'));
const encoder = await findEncoder();
for (const [name, print, pose] of films) {
  await stills(join(folder, name), print);
  await film(join(folder, `${name}.mp4`), print, pose);
  console.log(name);
}

/** All three are as near to the drawing as the JPEG, which is for browsers that know neither of the others. */
async function stills(path: string, print: AgedPrint): Promise<void> {
  const still = sharp(Buffer.from(drawPrint(print, width)));
  await still.clone().jpeg({ quality: 78, mozjpeg: true }).toFile(`${path}.jpg`);
  await still.clone().webp({ quality: 70, effort: 6, smartSubsample: true }).toFile(`${path}.webp`);
  await still.clone().avif({ quality: 54, effort: 6, chromaSubsampling: '4:2:0' }).toFile(`${path}.avif`);
}

async function film(path: string, print: AgedPrint, pose: (time: number) => Pose): Promise<void> {
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
    '29',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
    '-y',
    path,
  ];
  const ffmpeg = spawn(encoder, ['-loglevel', 'error', ...input, ...output], { stdio: ['pipe', 'inherit', 'inherit'] });
  const done = once(ffmpeg, 'close');
  for (let frame = 0; frame < seconds * framesPerSecond; frame++) {
    const svg = drawPrint(print, width, pose(frame / framesPerSecond));
    const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = (await done) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} at ${path}`);
}

function laugh(time: number): Pose {
  const merry = rise(time, 0.6, 3.5);
  const shaking = Math.sin(time * 11) * merry;
  return { smile: 0.85 * merry + 0.12 * shaking, shut: [0.35 * merry, 0.35 * merry], tilt: 1.6 * shaking + merry };
}

function wink(time: number): Pose {
  const [, right] = blink(time, 0.4);
  const shut = rise(time, 1.4, 2.4, 0.18);
  return { smile: 0.55 * rise(time, 1, 3.4), shut: [right, Math.max(right, shut)], tilt: -2 * rise(time, 1, 3.2) };
}

/** From 0 to 1 and back between two times, each way within `pace` seconds. */
function rise(time: number, from: number, to: number, pace = 0.7): number {
  const share = Math.min((time - from) / pace, (to - time) / pace);
  const clamped = Math.max(0, Math.min(1, share));
  return clamped * clamped * (3 - 2 * clamped);
}

function blink(time: number, ...times: number[]): [number, number] {
  const shut = Math.max(...times.map((at) => Math.max(0, 1 - Math.abs(time - at) / 0.13)));
  return [shut, shut];
}
