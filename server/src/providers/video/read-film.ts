import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findEncoder } from '@keepsake/renderer/film/find-encoder';
import { readMark } from '@keepsake/renderer/film/read-mark';

/** The provenance mark in a film, which names its maker. */
export type FilmMark = 'original' | 'altered' | 'copy' | 'foreign' | 'none';

/** Reads the mark that the built-in renderer writes, or another maker's. Marks can be removed and forged. */
export async function readFilmMark(path: string): Promise<FilmMark | 'not_a_film'> {
  if (!(await isMp4(path))) return 'not_a_film';
  return (await readMark(path))?.kind ?? 'none';
}

/** An MP4 or QuickTime file begins with a box of this type. */
async function isMp4(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return bytesRead === 12 && buffer.toString('latin1', 4, 8) === 'ftyp';
  } finally {
    await file.close();
  }
}

const run = promisify(execFile);
const longestSide = 960;

/** The first frame of a film as a JPEG. @throws if the film cannot be decoded or ffmpeg is missing */
export async function firstFrame(path: string): Promise<Buffer> {
  const scale = `scale='min(${longestSide},iw)':'min(${longestSide},ih)':force_original_aspect_ratio=decrease`;
  const { stdout } = await run(
    await findEncoder(),
    [
      '-hide_banner',
      '-nostdin',
      '-loglevel',
      'error',
      '-i',
      path,
      '-frames:v',
      '1',
      '-vf',
      scale,
      '-f',
      'image2pipe',
      '-c:v',
      'mjpeg',
      '-q:v',
      '4',
      'pipe:1',
    ],
    { encoding: 'buffer', timeout: 20_000, maxBuffer: 8 * 1024 * 1024 },
  );
  if (stdout.length === 0) throw new Error('the film has no picture that could be decoded');
  return stdout;
}
