import { photoWidths } from '@keepsake/contract/limits';

/** Attributes of an `<img>`. */
export interface PhotoSource {
  srcSet?: string;
  sizes?: string;
  src: string;
}

/**
 * Attributes with which a browser loads a photo no larger than it is displayed.
 * @param url the photo's signed link; an object URL of this page has no widths
 * @param sizes width of the whole photo, including the cropped parts, as `sizes` of an `<img>`
 */
export function photoSource(url: string, sizes: string): PhotoSource {
  if (!url.startsWith('/uploads/')) return { src: url };
  const inWidth = (width: number) => `${url}&w=${width}`;
  // `src` last: some browsers start loading before the later attributes are set.
  return { srcSet: photoWidths.map((width) => `${inWidth(width)} ${width}w`).join(', '), sizes, src: inWidth(640) };
}

/** Width of a photo that covers a frame, relative to the frame; above 1 if its sides are cropped. Ratios are width / height. */
export function widthInFrame(photo: { width: number; height: number }, frameRatio: number): number {
  return Math.max(1, photo.width / photo.height / frameRatio);
}
