import type { Aspect, Resolution } from '../film-options.ts';

export interface Size {
  width: number;
  height: number;
}

/** A rectangle in pixels. */
export interface Rectangle extends Size {
  left: number;
  top: number;
}

/** A rectangle in fractions of the picture's sides. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The rectangle that is all of a picture. */
export function wholeOf({ width, height }: Size): Rectangle {
  return { left: 0, top: 0, width, height };
}

/** How the photo fills the film: `crop` shows a window of it, `whole` all of it on a blurred backdrop. */
export type Framing = { kind: 'crop'; window: Box } | { kind: 'whole' };

/**
 * The picture is kept at 1.5 times the film's size, so that bilinear sampling at sub-pixel offsets stays as sharp as
 * the frame at rest. At 1 × it loses 30 % of its detail.
 */
export const PICTURE_SCALE = 1.5;

const SHORT_SIDES: Record<Resolution, number> = { '540p': 540, '720p': 720, '1080p': 1080 };
/** A film of a longer photo has the long side of a 21:9 film. */
export const LONGEST_SHAPE = 21 / 9;
/** Extra space above the subject, as a share of the crop: masks miss partings and hats. */
const HEADROOM = 0.12;
/** Rounding the film's sides changes its shape by up to this share; the photo is stretched by it instead of cropped. */
const UNSEEN_STRETCH = 0.005;
/** A crop that loses less than this may cut even people: a backdrop for so narrow a strip would look odd. */
const SMALL_LOSS = 0.06;

/** The resolution of a film for which none is chosen: the largest that the photo's shorter side fills, at least 720p. */
export function defaultResolution({ width, height }: Size): Resolution {
  return Math.min(width, height) >= SHORT_SIDES['1080p'] ? '1080p' : '720p';
}

/**
 * The film's size in pixels. Sides are multiples of 4, so that the picture at `PICTURE_SCALE` also has even sides.
 * Aspect ratios beyond 21:9 keep their shape with the long side of a 21:9 film.
 */
export function filmSize(photo: Size, resolution: Resolution, aspect: Aspect): Size {
  const short = SHORT_SIDES[resolution];
  const shape = aspectRatio(photo, aspect);
  const long = short * Math.max(shape, 1 / shape);
  const shrink = Math.min(1, (short * LONGEST_SHAPE) / long);
  const width = shape >= 1 ? long : short;
  const height = shape >= 1 ? short : long;
  return { width: multipleOfFour(width * shrink), height: multipleOfFour(height * shrink) };
}

/** Chooses crop or backdrop. `subject` is the bounding box of people or animals, if any. */
export function chooseFraming(photo: Size, film: Size, subject: Box | undefined): Framing {
  const change = film.width / film.height / (photo.width / photo.height);
  const width = Math.min(1, change);
  const height = Math.min(1, 1 / change);
  const loss = 1 - Math.min(width, height);
  if (loss < UNSEEN_STRETCH) return { kind: 'crop', window: { left: 0, top: 0, right: 1, bottom: 1 } };
  const kept = subject ?? { left: 0.35, right: 0.65, top: 0.35, bottom: 0.65 };
  const fits = kept.right - kept.left <= width && kept.bottom - kept.top <= height;
  if (!fits && loss > SMALL_LOSS) return { kind: 'whole' };
  const top = kept.top - HEADROOM * height;
  const reach = Math.min(kept.bottom - top, height);
  return { kind: 'crop', window: placeWindow((kept.left + kept.right) / 2, top + reach / 2, width, height) };
}

/** Bounding box of all boxes; undefined without any. */
export function joinBoxes(boxes: readonly (Box | undefined)[]): Box | undefined {
  return boxes.reduce(
    (all, box) =>
      all && box
        ? {
            left: Math.min(all.left, box.left),
            right: Math.max(all.right, box.right),
            top: Math.min(all.top, box.top),
            bottom: Math.max(all.bottom, box.bottom),
          }
        : (box ?? all),
    undefined,
  );
}

/** The size to decode the whole photo at, so that the framed picture needs no enlarging. Sides are even, as those of planes. */
export function decodingSize(photo: Size, picture: Size): Size {
  const scale = Math.max(picture.width / photo.width, picture.height / photo.height);
  const even = (length: number) => 2 * Math.round(length / 2);
  return { width: even(photo.width * scale), height: even(photo.height * scale) };
}

/** The size at which hands are looked for, whatever the film's size: what the check of a photo finds is what every film of it finds. */
export function searchedSize(photo: Size): Size {
  const film = filmSize(photo, '720p', 'default');
  return decodingSize(photo, { width: film.width * PICTURE_SCALE, height: film.height * PICTURE_SCALE });
}

/**
 * Returns a function that maps pixels of the decoded photo to film pixels. In film pixels, whole numbers are pixel
 * centres; in the photo's they are pixel corners.
 */
export function placeInFilm(
  decoded: Size,
  framing: Framing,
  film: Size,
  photo: Size,
): (x: number, y: number) => [number, number] {
  if (framing.kind === 'whole') {
    const inner = innerArea(photo, film);
    return (x, y) => [
      inner.left + (x / decoded.width) * inner.width - 0.5,
      inner.top + (y / decoded.height) * inner.height - 0.5,
    ];
  }
  const { left, top, right, bottom } = framing.window;
  return (x, y) => [
    ((x / decoded.width - left) / (right - left)) * film.width - 0.5,
    ((y / decoded.height - top) / (bottom - top)) * film.height - 0.5,
  ];
}

/** A window of the photo in whole pixels. */
export function windowPixels({ width, height }: Size, window: Box): Rectangle {
  const left = Math.round(window.left * width);
  const top = Math.round(window.top * height);
  return {
    left,
    top,
    width: Math.round(window.right * width) - left,
    height: Math.round(window.bottom * height) - top,
  };
}

/** The centred rectangle in which a photo fits a picture of another shape. */
export function innerArea(photo: Size, picture: Size): Rectangle {
  const scale = Math.min(picture.width / photo.width, picture.height / photo.height);
  const width = Math.round(photo.width * scale);
  const height = Math.round(photo.height * scale);
  return { left: (picture.width - width) >> 1, top: (picture.height - height) >> 1, width, height };
}

function aspectRatio(photo: Size, aspect: Aspect): number {
  if (aspect === 'default') return photo.width / photo.height;
  const [across, down] = aspect.split(':').map(Number);
  return across! / down!;
}

function multipleOfFour(side: number): number {
  return Math.max(16, Math.round(side / 4) * 4);
}

function placeWindow(x: number, y: number, width: number, height: number): Box {
  const left = Math.max(0, Math.min(1 - width, x - width / 2));
  const top = Math.max(0, Math.min(1 - height, y - height / 2));
  return { left, top, right: left + width, bottom: top + height };
}
