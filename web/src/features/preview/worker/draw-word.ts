import type { Size } from '@keepsake/renderer/core/picture/framing';

/** Length of the word, as a fraction of the diagonal. */
const reach = 0.62;

/** A watermark from corner to corner, pale with a dark edge: visible on every photo, without hiding the face. */
export function drawWord(word: string, { width, height }: Size): OffscreenCanvas | undefined {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  const font = (size: number) => `600 ${size}px Georgia, 'Times New Roman', serif`;
  context.font = font(100);
  const size = (100 * reach * Math.hypot(width, height)) / context.measureText(word).width;
  context.font = font(Math.min(size, 0.3 * Math.min(width, height)));
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.translate(width / 2, height / 2);
  context.rotate(-Math.atan2(height, width));
  context.lineWidth = 2;
  context.strokeStyle = 'rgb(0 0 0 / 0.28)';
  context.strokeText(word, 0, 0);
  context.fillStyle = 'rgb(255 255 255 / 0.36)';
  context.fillText(word, 0, 0);
  return canvas;
}
