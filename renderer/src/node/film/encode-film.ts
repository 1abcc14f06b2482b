import { spawn } from 'node:child_process';
import { RendererError } from '../../core/renderer-error.ts';

export interface FilmFormat {
  width: number;
  height: number;
  fps: number;
  metadata: Record<string, string>;
}

export interface FilmEncoder {
  /** Takes one I420 frame; its memory may be used again once the promise is fulfilled. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the film and waits until the file is complete. */
  finish(): Promise<void>;
  /** Ends the encoder at once, whatever it has written. */
  kill(): Promise<void>;
}

/** Starts an ffmpeg that writes an MP4 (H.264 High, BT.709, moov first) to `path`. Failures are `encoder_failed`. */
export function startEncoder(program: string, path: string, format: FilmFormat): FilmEncoder {
  const child = spawn(program, encoderArguments(path, format), {
    stdio: ['pipe', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)));
  // A broken pipe only says that the encoder has gone; why, its exit and its complaint say better.
  child.stdin.on('error', () => undefined);
  const exit = new Promise<RendererError | undefined>((resolve) => {
    child.on('error', (error) => resolve(failure(error.message, error)));
    child.on('close', (code, signal) =>
      resolve(code === 0 ? undefined : failure(complaint || `it ended with ${signal ?? code}`)),
    );
  });

  return {
    async write(bytes) {
      const gone = exit.then((error) => error ?? failure('it ended before the film did'));
      const written = new Promise<undefined>((resolve) =>
        child.stdin.write(bytes, (error) => error ?? resolve(undefined)),
      );
      const error = await Promise.race([written, gone]);
      if (error) throw error;
    },
    async finish() {
      child.stdin.end();
      const error = await exit;
      if (error) throw error;
    },
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

function failure(why: string, cause?: Error): RendererError {
  return new RendererError('encoder_failed', `The video encoder failed: ${why.trim()}`, cause && { cause });
}

/**
 * One encoder thread, always: x264's output depends on their number, and one seed has to give one film. It keeps up, since
 * making a frame takes longer than encoding it.
 */
function encoderArguments(path: string, { width, height, fps, metadata }: FilmFormat): string[] {
  const colours = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
  const tags = Object.entries(metadata).flatMap(([key, value]) => ['-metadata', `${key}=${value}`]);
  return [
    ['-hide_banner', '-nostdin', '-loglevel', 'error'],
    ['-f', 'rawvideo', '-pixel_format', 'yuv420p', '-video_size', `${width}x${height}`, '-framerate', String(fps)],
    [...colours, '-i', 'pipe:0'],
    ['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'veryfast', '-crf', '15', '-g', String(fps * 2)],
    ['-threads', '1', '-pix_fmt', 'yuv420p', ...colours],
    ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart', ...tags],
    ['-f', 'mp4', '-y', path],
  ].flat();
}
