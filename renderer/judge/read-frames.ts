import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findEncoder } from '../src/node/film/find-encoder.ts';

export interface Frames {
  width: number;
  height: number;
  /** Packed 8-bit RGB. */
  pictures: Buffer[];
}

/** Decodes a film's frames at `perSecond` frames per second. */
export async function readFrames(path: string, width: number, height: number, perSecond: number): Promise<Frames> {
  const args = ['-loglevel', 'error', '-i', path, '-vf', `fps=${perSecond}:round=down`, '-pix_fmt', 'rgb24'];
  const { stdout } = await promisify(execFile)(await findEncoder(), [...args, '-f', 'rawvideo', '-'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 30,
  });
  const size = width * height * 3;
  const pictures = Array.from({ length: stdout.length / size }, (_, i) => stdout.subarray(i * size, (i + 1) * size));
  return { width, height, pictures };
}
