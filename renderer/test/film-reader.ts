import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findEncoder } from '../src/node/film/find-encoder.ts';

const run = promisify(execFile);

/** ffmpeg's description of a film. */
export async function describeFilm(path: string): Promise<string> {
  // Without an output, ffmpeg exits with an error after describing its input.
  const { stderr } = await run(await findEncoder(), ['-hide_banner', '-i', path]).catch(
    (error: { stderr: string }) => error,
  );
  return stderr;
}

/** Names of an MP4's top-level boxes, in order. */
export async function topBoxes(path: string): Promise<string[]> {
  const bytes = await readFile(path);
  const names: string[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    names.push(bytes.toString('latin1', at + 4, at + 8));
  return names;
}

/** Luma of a film's first `frames` frames (all by default), 0 to 255, scaled to `width` × `height`. */
export async function readLuma(path: string, width: number, height: number, frames?: number): Promise<Buffer[]> {
  const filter = `scale=${width}:${height}:flags=area:in_range=tv:out_range=pc,format=gray`;
  const limit = frames === undefined ? [] : ['-frames:v', String(frames)];
  const args = ['-loglevel', 'error', '-i', path, '-vf', filter, ...limit, '-f', 'rawvideo', '-'];
  const { stdout } = await run(await findEncoder(), args, { encoding: 'buffer', maxBuffer: 2 ** 30 });
  const size = width * height;
  return Array.from({ length: stdout.length / size }, (_, i) => stdout.subarray(i * size, (i + 1) * size));
}

export function meanDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / a.length;
}

/** Peak signal-to-noise ratio in dB. */
export function psnr(a: Uint8Array, b: Uint8Array): number {
  const error = a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0) / a.length;
  return 10 * Math.log10(255 ** 2 / error);
}
