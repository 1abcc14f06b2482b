import { limits } from '@keepsake/contract/limits';
import type { RejectedFile } from '@keepsake/contract/photos/content';
import { DecoderDied, DecodingFailed, DecodingTimedOut } from '../../../providers/photo/decoder-process.ts';
import { photoDecoder, type TaskOptions } from '../../../providers/photo/photo-decoder.ts';
import type { PhotoHeader, Redrawn, Size } from '../../../providers/photo/photo-tasks.ts';

/** Why a file cannot be used as a photo; the message continues after the file's name. */
export class PhotoRefused extends Error {
  readonly code: RejectedFile['code'];

  constructor(code: RejectedFile['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PhotoRefused';
    this.code = code;
  }
}

/** The user who uploads a file and waits for the result. */
export interface Sender {
  userId: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/**
 * Checks and re-encodes the file at `path`. The number of concurrent decodings is limited, with one at a time per user.
 * @returns the photo as stored: upright, in sRGB on white, as a JPEG without metadata
 * @throws PhotoRefused
 */
export async function preparePhoto(path: string, { userId, signal }: Sender): Promise<Redrawn> {
  const options: TaskOptions = { owner: userId, signal, limitMs: decodingLimitMs(0) };
  const header = await readable(photoDecoder.run('readHeader', [path], options));
  if (!header) throw new PhotoRefused('unsupported_type', 'only JPEG, PNG and WebP photos can be used.');
  const pixels = checkHeader(header);
  return readable(
    photoDecoder.run('redraw', [path, header, storedSize(header)], {
      ...options,
      isLarge: pixels > largePixels && (header.isProgressive || header.type === 'webp'),
      limitMs: decodingLimitMs(pixels),
    }),
  );
}

/** Above this size, a photo that cannot be decoded line by line may need half a gigabyte of memory. */
const largePixels = 12_000_000;

/** A valid photo takes a tenth of this limit, or a third if it is large and progressive. */
function decodingLimitMs(pixels: number): number {
  return 2000 + 40 * (pixels / 1_000_000);
}

/** @returns the number of pixels */
function checkHeader({ width, height, pages, scans }: PhotoHeader): number {
  const megapixels = limits.photoPixels / 1_000_000;
  if (pages > 1) throw new PhotoRefused('animated', 'moving pictures cannot be used, only photos.');
  if (width * height > limits.photoPixels) {
    throw new PhotoRefused(
      'too_many_pixels',
      `the photo has ${width} x ${height} pixels; at most ${megapixels} megapixels can be used.`,
    );
  }
  if (Math.min(width, height) < limits.photoMinSide) {
    throw new PhotoRefused(
      'too_small',
      `the shorter side is ${Math.min(width, height)} pixels; at least ${limits.photoMinSide} are needed.`,
    );
  }
  if (scans > limits.photoScans) {
    throw new PhotoRefused('too_complex', `the photo has ${scans} scans; at most ${limits.photoScans} can be used.`);
  }
  return width * height;
}

/** The maximum side length of a JPEG. */
const longestJpeg = 65_500;

/** The size to store: reduced to the maximum longer side, unless the shorter side would then be too short. */
function storedSize({ width, height }: Size): Size {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const scale = Math.min(1, Math.max(limits.photoStoredSide / long, limits.photoMinSide / short));
  if (Math.round(long * scale) > longestJpeg) {
    throw new PhotoRefused('too_many_pixels', `the longer side is ${long} pixels; at most ${longestJpeg} can be used.`);
  }
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

async function readable<T>(result: Promise<T>): Promise<T> {
  return result.catch((error: Error) => {
    if (error instanceof DecodingTimedOut)
      throw new PhotoRefused(
        'too_complex',
        'reading the photo takes too long; save it as a plain JPEG and try again.',
        {
          cause: error,
        },
      );
    if (error instanceof DecodingFailed || error instanceof DecoderDied)
      throw new PhotoRefused('unreadable', 'the file is damaged or is not a complete photo.', { cause: error });
    throw error;
  });
}
