import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { cutPortrait } from '../../../renderer/test/photos.ts';

export interface Customer {
  name: string;
  email: string;
  token: string;
}

export interface Order {
  customer: Customer;
  bucketId: string;
  contentIds: string[];
  /** Films that are ordered, per photo and effect. */
  films: number[][];
  madeAt: number;
  /** What is to become of it: `delivered` where it is paid; `unpaid` where no payment may count; `deleted` by its customer. */
  expected: 'delivered' | 'unpaid' | 'deleted';
  /** Films that are to end visibly failed, and payments that the checkout is to have taken. */
  failing: number;
  payments: number;
}

let portrait: Promise<Buffer> | undefined;

/** A photo whose file is unlike any other. It shows one person, because the worker's check takes five times as long where it finds nobody. */
export async function photoFile(): Promise<Blob> {
  portrait ??= cutPortrait().then((photo) => photo.resize(600).jpeg({ quality: 85 }).toBuffer());
  const bytes = await sharp(await portrait)
    .jpeg({ quality: 85 })
    .withExif({ IFD0: { ImageDescription: randomUUID() } })
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
}
