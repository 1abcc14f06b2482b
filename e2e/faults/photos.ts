import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { drawPhoto } from '../../server/test/draw-photo.ts';

let drawn: Promise<Buffer> | undefined;

/** A photo whose file is unlike any other. */
export async function photoFile(): Promise<Blob> {
  drawn ??= drawPhoto(800, 600).jpeg({ quality: 85 }).toBuffer();
  const bytes = await sharp(await drawn)
    .jpeg({ quality: 85 })
    .withExif({ IFD0: { ImageDescription: randomUUID() } })
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
}
