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
  photoIds: string[];
  /** Number of ordered films per photo and effect. */
  films: number[][];
  madeAt: number;
  /** Expected outcome: `delivered` if it is paid; `unpaid` if no payment may count; `deleted` by its customer. */
  expected: 'delivered' | 'unpaid' | 'deleted';
  /** Expected number of visibly failed films, and of payments. */
  failing: number;
  payments: number;
}

let portrait: Promise<Buffer> | undefined;

/** A photo file with a unique hash. It shows one person, because the worker's check takes five times as long if it finds nobody. */
export async function photoFile(): Promise<Blob> {
  portrait ??= cutPortrait().then((photo) => photo.resize(600).jpeg({ quality: 85 }).toBuffer());
  const bytes = await sharp(await portrait)
    .jpeg({ quality: 85 })
    .withExif({ IFD0: { ImageDescription: randomUUID() } })
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
}
