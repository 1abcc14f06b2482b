import sharp from 'sharp';
import type { Framing, Size } from './picture/framing.ts';
import { fromRgb, rawGrey, rawRgb, type Rgb } from './picture/read-photo.ts';
import type { SubjectMask } from './layers/subject-mask.ts';

/** The size at which the whole photo has to be decoded so that the picture needs no enlarging afterwards. */
export function decodingSize(photo: Size, picture: Size): Size {
  const scale = Math.max(picture.width / photo.width, picture.height / photo.height);
  return { width: Math.round(photo.width * scale), height: Math.round(photo.height * scale) };
}

/** The picture that the film starts from: a window of the photo, or the whole of it on a dimmed blur of itself. */
export async function framePicture(photo: Rgb, framing: Framing, picture: Size): Promise<Rgb> {
  const { width, height } = picture;
  if (framing.kind === 'crop') {
    const area = windowPixels(photo, framing.window);
    if (area.width === width && area.height === height && photo.width === width && photo.height === height)
      return photo;
    const cropped = fromRgb(photo).extract(area).resize(width, height, { fit: 'fill', kernel: 'lanczos3' });
    return { data: await rawRgb(cropped), width, height };
  }
  const inner = innerArea(photo, picture);
  const small = await rawRgb(
    fromRgb(photo)
      .resize(Math.round(width / 8), Math.round(height / 8), { fit: 'cover' })
      .blur(6),
  );
  const backdrop = fromRgb({ data: small, width: Math.round(width / 8), height: Math.round(height / 8) })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .modulate({ brightness: 0.75 });
  const whole = await rawRgb(fromRgb(photo).resize(inner.width, inner.height, { fit: 'fill', kernel: 'lanczos3' }));
  const overlay = { input: whole, raw: { width: inner.width, height: inner.height, channels: 3 as const } };
  const data = await rawRgb(backdrop.composite([{ ...overlay, left: inner.left, top: inner.top }]));
  return { data, width, height };
}

/** The photo's mask in the place that `framePicture` gave the photo, at `size`. */
export async function frameMask(mask: SubjectMask, framing: Framing, size: Size, photo: Size): Promise<SubjectMask> {
  const { width, height } = size;
  const plane = sharp(mask.alpha, { raw: { width: mask.width, height: mask.height, channels: 1 } });
  const fill = { fit: 'fill', kernel: 'cubic' } as const;
  if (framing.kind === 'crop') {
    const cropped = plane.extract(windowPixels(mask, framing.window)).resize(width, height, fill);
    return { width, height, alpha: await rawGrey(cropped) };
  }
  const inner = innerArea(photo, size);
  const placed = plane.resize(inner.width, inner.height, fill).extend({
    left: inner.left,
    top: inner.top,
    right: width - inner.left - inner.width,
    bottom: height - inner.top - inner.height,
    background: '#000000',
  });
  return { width, height, alpha: await rawGrey(placed) };
}

/** Brings a point of the decoded photo to its place in the film; whole numbers are pixel centres in the film alone. */
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

function windowPixels({ width, height }: Size, window: { left: number; top: number; right: number; bottom: number }) {
  const left = Math.round(window.left * width);
  const top = Math.round(window.top * height);
  return {
    left,
    top,
    width: Math.round(window.right * width) - left,
    height: Math.round(window.bottom * height) - top,
  };
}

/** Where the whole photo lies in the middle of a picture of another shape. */
function innerArea(photo: Size, picture: Size): { left: number; top: number; width: number; height: number } {
  const scale = Math.min(picture.width / photo.width, picture.height / photo.height);
  const width = Math.round(photo.width * scale);
  const height = Math.round(photo.height * scale);
  return { left: (picture.width - width) >> 1, top: (picture.height - height) >> 1, width, height };
}
