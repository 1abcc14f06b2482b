import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { startProduct, type Product, type StartOptions } from './product.ts';

/** The product and a browser for the tests of a file, which end with them. */
export async function startInBrowser(options?: StartOptions): Promise<{ product: Product; browser: Browser }> {
  const [product, browser] = await Promise.all([startProduct(options), launchBrowser()]);
  after(async () => {
    await browser.close();
    await product.stop();
  });
  return { product, browser };
}
