import type { Browser } from 'playwright-core';
import { signInAdmin, type Customer } from './customer.ts';
import { startInBrowser } from './in-browser.ts';
import type { Product } from './product.ts';

export const adminEmail = 'admin@example.com';

/** The product with its first administrator signed in, and a browser, for the tests of a file. `settings` are the product's. */
export async function startAdministration(
  settings: Record<string, string> = {},
): Promise<{ product: Product; browser: Browser; admin: Customer }> {
  const { product, browser } = await startInBrowser({ settings: { ADMIN_EMAIL: adminEmail, ...settings } });
  return { product, browser, admin: await signInAdmin(product, adminEmail) };
}
