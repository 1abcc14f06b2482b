import sharp from 'sharp';
import type { Frame } from '../../core/picture/planes.ts';
import { rawGrey } from '../photo/read-photo.ts';

/** A small text in the lower right corner of every frame. */
export interface VisibleMark {
  /** Draws the text on a frame. */
  draw(frame: Frame): void;
  /** Restores the pixels below it: a frame is often made from the previous one, updating only the faces. */
  lift(frame: Frame): void;
}

/**
 * "AI-generated" as strokes, so that it needs no font and looks the same on every machine. Letters are about 0.6 units
 * wide and 1 unit high above the baseline.
 */
const LETTERS: readonly [advance: number, strokes: string][] = [
  [0.72, 'M0 0L.3-1L.6 0M.11-.35H.49'],
  [0.24, 'M.06 0V-1'],
  [0.46, 'M0-.36H.3'],
  [0.66, 'M.46-.68V.02A.23.23 0 0 1 .03.1M.46-.35A.23.33 0 1 1 0-.35A.23.33 0 1 1 .46-.35'],
  [0.66, 'M.01-.38H.46A.23.33 0 1 0 .38-.1'],
  [0.62, 'M0 0V-.68M0-.4A.21.27 0 0 1 .42-.4V0'],
  [0.66, 'M.01-.38H.46A.23.33 0 1 0 .38-.1'],
  [0.44, 'M0 0V-.68M0-.38A.24.29 0 0 1 .28-.66'],
  [0.66, 'M.46-.68V0M.46-.35A.23.33 0 1 1 0-.35A.23.33 0 1 1 .46-.35'],
  [0.46, 'M.14-.92V-.16A.15.15 0 0 0 .3-.01M0-.68H.3'],
  [0.66, 'M.01-.38H.46A.23.33 0 1 0 .38-.1'],
  [0.5, 'M.46-1V0M.46-.35A.23.33 0 1 1 0-.35A.23.33 0 1 1 .46-.35'],
];
/** Height of a capital letter and distance from the borders, relative to the film's short side. */
const HEIGHT = 0.022;
const MARGIN = 0.03;
const WHITE = { y: 235, u: 128, v: 128 };
const OPACITY = 0.78;
const SHADE_OPACITY = 0.4;

export async function createVisibleMark(frame: Frame): Promise<VisibleMark> {
  const layers = await Promise.all(
    (['y', 'u', 'v'] as const).map(async (name) => {
      const step = name === 'y' ? 1 : 2;
      const words = await drawWords(frame, step);
      return { name, words, kept: new Uint8Array(words.alpha.length) };
    }),
  );
  return {
    draw(target) {
      for (const { name, words, kept } of layers) {
        eachPixel(words, target.width / (name === 'y' ? 1 : 2), (at, i) => {
          const below = target[name][at]!;
          kept[i] = below;
          // A soft black shadow keeps the text legible on bright photos. It changes luma only.
          const shaded = name === 'y' ? below - ((below - 16) * SHADE_OPACITY * words.shade[i]!) / 255 : below;
          target[name][at] = shaded + ((WHITE[name] - shaded) * OPACITY * words.alpha[i]!) / 255;
        });
      }
    },
    lift(target) {
      for (const { name, words, kept } of layers) {
        eachPixel(words, target.width / (name === 'y' ? 1 : 2), (at, i) => (target[name][at] = kept[i]!));
      }
    },
  };
}

interface Words {
  left: number;
  top: number;
  width: number;
  height: number;
  alpha: Uint8Array;
  shade: Uint8Array;
}

function eachPixel({ left, top, width, height }: Words, stride: number, change: (at: number, i: number) => void): void {
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, at = (top + y) * stride + left; x < width; x++, at++, i++) change(at, i);
  }
}

/** Coverage of a plane's pixels by the text, and by its blurred shadow. */
async function drawWords(frame: Frame, step: number): Promise<Words> {
  const short = Math.min(frame.width, frame.height);
  const unit = HEIGHT * short;
  const length = LETTERS.reduce((sum, [advance]) => sum + advance, 0) * unit;
  const [right, bottom] = [frame.width - MARGIN * short, frame.height - MARGIN * short];
  const even = (value: number) => Math.floor(value / 2) * 2;
  const left = even(right - length - unit);
  const top = even(bottom - 2 * unit);
  const size = { width: (frame.width - left) / step, height: (frame.height - top) / step };
  let x = 0;
  const strokes = LETTERS.map(([advance, path]) => {
    const letter = `<path d="${path}" transform="translate(${x} 0)"/>`;
    x += advance;
    return letter;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="#000"/>
    <g transform="scale(${1 / step}) translate(${right - length - left} ${bottom - top}) scale(${unit})" fill="none"
      stroke="#fff" stroke-width=".1" stroke-linecap="round" stroke-linejoin="round">${strokes.join('')}</g></svg>`;
  const drawn = await sharp(Buffer.from(svg)).png().toBuffer();
  return {
    left: left / step,
    top: top / step,
    ...size,
    alpha: await rawGrey(sharp(drawn)),
    shade: await rawGrey(
      sharp(drawn)
        .blur(Math.max(0.5, (0.35 * unit) / step))
        .linear(2.2, 0),
    ),
  };
}
