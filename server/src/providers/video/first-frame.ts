import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findEncoder } from '@keepsake/renderer/film/find-encoder';

const run = promisify(execFile);
const longestSide = 960;

/** The first picture of a film as a JPEG. @throws where the film cannot be decoded or no ffmpeg is there */
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
