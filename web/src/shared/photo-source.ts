import { photoWidths } from '@keepsake/contract/limits';

/** Attributes of an `<img>`. */
export interface PhotoSource {
  srcSet?: string;
  sizes?: string;
  src: string;
}

/**
 * What makes a browser ask for a photo no larger than it is shown.
 * @param url the photo's signed link; an object URL of this page has no widths
 * @param sizes how wide the whole photo would be, what is cut off included, as `sizes` of an `<img>`
 */
export function photoSource(url: string, sizes: string): PhotoSource {
  if (!url.startsWith('/uploads/')) return { src: url };
  const inWidth = (width: number) => `${url}&w=${width}`;
  // `src` last: some browsers begin with what they have been told so far.
  return { srcSet: photoWidths.map((width) => `${inWidth(width)} ${width}w`).join(', '), sizes, src: inWidth(640) };
}

/** By how much a photo that fills a frame is wider than the frame: its sides are cut off where it is flatter. Ratios are of width to height. */
export function widthInFrame(photo: { width: number; height: number }, frameRatio: number): number {
  return Math.max(1, photo.width / photo.height / frameRatio);
}
