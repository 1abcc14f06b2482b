import type { Head } from '../face/head.ts';
import { OVAL } from '../face/landmarks.ts';
import type { Layers } from '../layers/compose-frame.ts';
import { withinMargins } from '../picture/find-margins.ts';
import { type Rectangle, type Size, wholeOf } from '../picture/framing.ts';

/**
 * The part of a film that shows the picture, in film pixels: the photo within its margins. Nothing moves beyond it, so that a print's border
 * stays straight, and so does the photo's edge before a backdrop. A margin into which a head reaches is none. `photoArea` is where the photo
 * is, if it does not fill the film.
 */
export function findPictureArea(
  { photo, scale }: Pick<Layers, 'photo' | 'scale'>,
  { film, photoArea = wholeOf(film), heads }: { film: Size; photoArea?: Rectangle | undefined; heads: readonly Head[] },
): Rectangle {
  const area = scaled(withinMargins(photo, scaled(photoArea, scale)), 1 / scale);
  return heads.every((head) => isWithin(head, area)) ? area : photoArea;
}

function isWithin({ places }: Head, { left, top, width, height }: Rectangle): boolean {
  return OVAL.every((point) => {
    const [x, y] = [places[point * 2]! - left, places[point * 2 + 1]! - top];
    return x >= 0 && y >= 0 && x < width && y < height;
  });
}

function scaled({ left, top, width, height }: Rectangle, scale: number): Rectangle {
  return {
    left: Math.round(left * scale),
    top: Math.round(top * scale),
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  };
}
