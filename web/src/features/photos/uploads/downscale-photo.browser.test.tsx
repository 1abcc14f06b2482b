import { describe, expect, test, vi } from 'vitest';
import { AlteredByBrowser, downscale } from './downscale-photo.ts';

describe('a photo that is reduced in the browser', () => {
  test('is the photo, smaller', async () => {
    const { width, height, type } = await reduced();
    expect([width, height, type]).toEqual([1200, 800, 'image/jpeg']);
  });

  test('is the photo if the browser alters it by less than can be seen', async () => {
    alterReading((pixels) => pixels.forEach((value, at) => (pixels[at] = value + (at % 3) - 1)));
    expect((await reduced()).width).toBe(1200);
  });

  test('is not sent if the file that the browser writes is noise', async () => {
    const write = OffscreenCanvas.prototype.convertToBlob;
    vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob').mockImplementation(function (this: OffscreenCanvas, options) {
      const noise = new OffscreenCanvas(this.width, this.height);
      noise.getContext('2d')?.putImageData(noiseOf(this.width, this.height), 0, 0);
      return write.call(noise, options);
    });
    await expect(reduced()).rejects.toThrow(AlteredByBrowser);
  });

  for (const [title, alter] of [
    ['noise', (pixels: Uint8ClampedArray) => pixels.forEach((_, at) => (pixels[at] = Math.random() * 256))],
    ['white', (pixels: Uint8ClampedArray) => pixels.fill(255)],
  ] as const)
    test(`is not sent if the browser shows ${title} to who reads a picture`, async () => {
      alterReading(alter);
      await expect(reduced()).rejects.toThrow(AlteredByBrowser);
    });
});

function alterReading(alter: (pixels: Uint8ClampedArray) => void): void {
  const read = OffscreenCanvasRenderingContext2D.prototype.getImageData;
  vi.spyOn(OffscreenCanvasRenderingContext2D.prototype, 'getImageData').mockImplementation(function (
    this: OffscreenCanvasRenderingContext2D,
    ...place: number[]
  ) {
    const picture = read.apply(this, place as Parameters<typeof read>);
    alter(picture.data);
    return picture;
  } as typeof read);
}

async function reduced(): Promise<{ width: number; height: number; type: string }> {
  const blob = await downscale(await photo, 0.7);
  const { width, height } = await createImageBitmap(blob);
  return { width, height, type: blob.type };
}

/** An image with hard edges and fine detail. */
const photo = (async () => {
  const canvas = new OffscreenCanvas(1800, 1200);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No drawing context');
  context.putImageData(noiseOf(1800, 1200), 0, 0);
  for (let at = 0; at < 60; at += 1) {
    context.fillStyle = `hsl(${at * 47} 70% ${20 + at}%)`;
    context.fillRect((at * 631) % 1680, (at * 379) % 1140, 240, 180);
  }
  return canvas.convertToBlob({ type: 'image/jpeg' });
})();

function noiseOf(width: number, height: number): ImageData {
  const picture = new ImageData(width, height);
  for (let at = 0; at < picture.data.length; at += 1) picture.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
  return picture;
}
