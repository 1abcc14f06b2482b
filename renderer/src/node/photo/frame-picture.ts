import sharp from 'sharp';
import { type Framing, type Size, windowPixels, innerArea } from '../../core/picture/framing.ts';
import { fromRgb, rawGrey, rawRgb } from './read-photo.ts';
import type { Rgb } from '../../core/picture/sample-crop.ts';
import type { SubjectMask } from '../../core/layers/subject-mask.ts';
import type { ResizePlane } from '../../core/layers/cut-out-subject.ts';

/** The picture that the film starts from: a window of the photo, or all of it over a dimmed, blurred copy. */
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

/** Moves the photo's mask to where `framePicture` put the photo, at `size`. */
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

/** Implements `ResizePlane` with sharp. */
export const resizePlane: ResizePlane = (plane, from, to, kernel) => {
  const picture = sharp(plane, { raw: { width: from.width, height: from.height, channels: 1 } });
  return rawGrey(picture.resize(to.width, to.height, { fit: 'fill', kernel }));
};
