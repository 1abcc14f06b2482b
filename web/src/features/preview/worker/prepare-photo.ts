import { defaultResolution, filmSize, PICTURE_SCALE, type Size } from '@keepsake/renderer/core/picture/framing';
import { type Planes, planesFromRgb } from '@keepsake/renderer/core/picture/planes';
import type { Rgb } from '@keepsake/renderer/core/picture/sample-crop';
import { decodePhoto } from './decode-photo.ts';

/** Maximum longer side of a preview, in pixels. */
const longerSide = 480;

/** A photo in the required sizes; the original is freed. */
export interface PreparedPhoto {
  /** Size of the film. */
  film: Size;
  /** Size of the preview's frames. */
  size: Size;
  /** In the size used for finding faces in films of 720p. */
  seen: Rgb;
  /** In `PICTURE_SCALE` times the preview's size. */
  planes: Planes;
}

export async function preparePhoto(file: Blob): Promise<PreparedPhoto> {
  const photo = await decodePhoto(file);
  try {
    const film = filmSize(photo, defaultResolution(photo), 'default');
    const size = previewSize(film);
    const seen = photo.at(scaled(filmSize(photo, '720p', 'default'), PICTURE_SCALE));
    const { data, width, height } = photo.at(scaled(size, PICTURE_SCALE));
    return { film, size, seen, planes: planesFromRgb(data, width, height) };
  } finally {
    photo.close();
  }
}

/** Sides are multiples of four, as those of a film. */
function previewSize(film: Size): Size {
  const scale = Math.min(1, longerSide / Math.max(film.width, film.height));
  const side = (length: number) => Math.max(16, 4 * Math.floor((length * scale) / 4 + 1e-6));
  return { width: side(film.width), height: side(film.height) };
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: width * scale, height: height * scale };
}
