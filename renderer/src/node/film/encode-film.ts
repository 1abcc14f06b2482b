import { spawn } from 'node:child_process';
import { RendererError } from '../../core/renderer-error.ts';

export interface FilmFormat {
  width: number;
  height: number;
  fps: number;
  metadata: Record<string, string>;
}

export interface FilmEncoder {
  /** Writes one I420 frame; the buffer may be reused once the promise resolves. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the stream and waits for the complete file. */
  finish(): Promise<void>;
  /** Kills the encoder immediately. */
  kill(): Promise<void>;
}

/**
 * Starts an ffmpeg process that writes an MP4 (H.264 High, BT.709, moov first) to `path`. Failures reject with
 * `encoder_failed`.
 */
export function startEncoder(program: string, path: string, format: FilmFormat): FilmEncoder {
  const child = spawn(program, encoderArguments(path, format), {
    stdio: ['pipe', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)));
  // A broken pipe says only that the encoder has exited; its exit code and stderr say why.
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
 * Always one encoder thread: x264's output depends on their number, and the same seed must give the same film. That is
 * fast enough, since rendering a frame takes longer than encoding it.
 */
function encoderArguments(path: string, { width, height, fps, metadata }: FilmFormat): string[] {
  const colours = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
  const tags = Object.entries(metadata).flatMap(([key, value]) => ['-metadata', `${key}=${value}`]);
  return [
    ['-hide_banner', '-nostdin', '-loglevel', 'error'],
    ['-f', 'rawvideo', '-pixel_format', 'yuv420p', '-video_size', `${width}x${height}`, '-framerate', String(fps)],
    // Frames are read while others are encoded, so that the next one can be drawn meanwhile.
    ['-thread_queue_size', '8', ...colours, '-i', 'pipe:0'],
    ['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'veryfast', '-crf', '15', '-g', String(fps * 2)],
    ['-threads', '1', '-pix_fmt', 'yuv420p', ...colours],
    ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart', ...tags],
    ['-f', 'mp4', '-y', path],
  ].flat();
}
