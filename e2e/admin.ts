import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { signInAdmin, type Customer } from './customer.ts';
import { startProduct, type Product } from './product.ts';

export const adminEmail = 'admin@example.com';

export interface Administration {
  readonly product: Product;
  readonly browser: Browser;
  readonly admin: Customer;
  stop(): Promise<void>;
}

/** The product with its first administrator signed in, and a browser. `settings` are the product's. */
export async function startAdministration(settings: Record<string, string> = {}): Promise<Administration> {
  const started = startProduct({ settings: { ADMIN_EMAIL: adminEmail, ...settings } });
  const [product, browser] = await Promise.all([started, launchBrowser()]);
  const stop = async () => {
    await browser.close();
    await product.stop();
  };
  try {
    return { product, browser, admin: await signInAdmin(product, adminEmail), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
