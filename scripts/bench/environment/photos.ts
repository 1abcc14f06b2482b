import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { drawNoise } from '../../../server/test/draw-photo.ts';

/** A photo of 6 megapixels. */
export async function photoOfSixMegapixels(): Promise<Buffer> {
  const [width, height] = [3000, 2000];
  const detail = await (await drawNoise(width / 4, height / 4)).png().toBuffer();
  return sharp(detail).resize(width, height, { kernel: 'cubic' }).jpeg({ quality: 72 }).toBuffer();
}

/** A photo just below the size limit: noise, which hardly compresses. */
export async function photoOfFiveMegabytes(): Promise<Buffer> {
  const noise = await (await drawNoise(4000, 3000)).png({ compressionLevel: 0 }).toBuffer();
  for (let quality = 60; quality > 10; quality -= 4) {
    const photo = await sharp(noise).jpeg({ quality }).toBuffer();
    if (photo.length < 5 * 1024 * 1024 - 1000) return photo;
  }
  throw new Error('No photo of just under 5 MB came about');
}

/** A photo of one colour, by which it can be recognised. */
export async function photoOfColour(at: number): Promise<Buffer> {
  const [r, g, b] = colourOf(at);
  return sharp({ create: { width: 900, height: 600, channels: 3, background: { r, g, b } } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

export async function hasColour(photo: Buffer, at: number): Promise<boolean> {
  const { channels } = await sharp(photo).stats();
  return colourOf(at).every((value, channel) => Math.abs((channels[channel]?.mean ?? -1) - value) < 8);
}

/** The same picture in a file of its own hash: a JPEG comment is inserted after the first marker. */
export function unlikeAnyOther(jpeg: Buffer): Buffer {
  const comment = randomBytes(16).toString('hex');
  const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, Buffer.from(comment), jpeg.subarray(2)]);
}

/** 64 colours, far enough from each other to survive the encoding. */
function colourOf(at: number): [number, number, number] {
  const level = (digit: number) => 40 + (Math.floor(at / 4 ** digit) % 4) * 55;
  return [level(0), level(1), level(2)];
}
