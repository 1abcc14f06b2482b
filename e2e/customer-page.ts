import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { arriveSignedIn, type Customer } from './customer.ts';
import type { Product } from './product.ts';

/** Who opens what, and where. */
interface Visit {
  product: Product;
  browser: Browser;
  customer: Customer;
  /** Path of the page, with its query. */
  path: string;
  /** What the browser complains of because the test itself breaks something. */
  expected: string;
  /** Done before the page is opened. */
  prepare?: ((page: Page) => Promise<unknown>) | undefined;
}

/** Runs work on a page that a signed-in customer has opened on a phone; what the browser complains of otherwise fails the test. */
export function withCustomerPage(visit: Visit, work: (page: Page) => Promise<void>): Promise<void> {
  const { product, browser, customer, path, expected, prepare } = visit;
  return withPage(
    browser,
    async (page, faults) => {
      await arriveSignedIn(page, product, customer);
      await prepare?.(page);
      await page.goto(product.url + path);
      await work(page);
      assert.deepEqual(
        faults.filter((fault) => !fault.includes(expected)),
        [],
      );
    },
    { width: 390 },
  );
}
