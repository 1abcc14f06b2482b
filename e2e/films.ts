import { until } from '../server/test/until.ts';
import { read, type Customer } from './customer.ts';
import type { Product } from './product.ts';

/** Waits until every film of a bucket is made. */
export async function untilFilmsMade(product: Product, customer: Customer, bucketId: string): Promise<void> {
  const states = async () => {
    const { bucket } = (await read(product, customer, `/api/buckets/${bucketId}`)) as {
      bucket: { Contents: { status: string }[] };
    };
    return bucket.Contents.map(({ status }) => status);
  };
  await until(
    async () => (await states()).every((status) => status === 'done'),
    60_000,
    async () => `the photos are ${(await states()).join(', ')}`,
  );
}
