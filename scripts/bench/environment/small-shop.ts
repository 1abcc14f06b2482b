import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createCustomer, createBucket, signInAdmin, type Customer } from '../../../e2e/support/customer.ts';
import { startProduct, type Product } from '../../../e2e/support/product.ts';
import { drawPrint, prints } from '../../../art/src/prints/aged-print.ts';

const adminEmail = 'admin@example.com';

export interface SmallShop {
  product: Product;
  /** Has an unpaid set of two drawn photos. */
  customer: Customer;
  admin: Customer;
}

/** Runs work with a product without settings, a customer and an administrator. */
export async function inSmallShop<T>(work: (shop: SmallShop) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-shop-'));
  const product = await startProduct({ settings: { ADMIN_EMAIL: adminEmail, RATE_LIMIT: 'off', LOG_LEVEL: 'error' } });
  try {
    const customer = await createCustomer(product, 'Rosa Lind');
    const photos = await Promise.all(
      (['grandmother', 'mother'] as const).map(async (name) => {
        const path = join(folder, `${name}.jpg`);
        await sharp(Buffer.from(drawPrint(prints[name], 1200)))
          .jpeg()
          .toFile(path);
        return { path, theme: 'Single person', effect: 'Smile' };
      }),
    );
    await createBucket(product, customer, photos);
    return await work({ product, customer, admin: await signInAdmin(product, adminEmail) });
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
