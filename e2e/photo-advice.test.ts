import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, withPage } from './browser.ts';
import { arriveSignedIn, createCustomer, type Customer } from './customer.ts';
import { startProduct, type Product } from './product.ts';

/** A photograph of five people, from a development dependency. */
const group = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo/sample5.jpg');

let product: Product;
let browser: Browser;
let customer: Customer;
before(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  customer = await createCustomer(product, 'Rosa Lind');
});
after(async () => {
  await browser?.close();
  await product?.stop();
});

describe('what is seen in a photo', () => {
  test('is told for the theme and the effects that are chosen, and keeps nobody from going on', () =>
    withPage(browser, async (page, faults) => {
      const card = await openWizard(page, 'Photo 1 of 1');
      await card.getByText('We see 5 faces in this photo.').waitFor();
      const moveAll = card.getByText('All of them will move, not only one.');
      const theme = card.getByLabel('Who is in the photo?');
      await theme.selectOption({ label: 'Couple or group' });
      await card.getByRole('radio', { name: 'Everyone smiles' }).check();
      assert.equal(await moveAll.count(), 0);
      await theme.selectOption({ label: 'Single person' });
      await moveAll.waitFor();
      await card.getByRole('radio', { name: 'Wave' }).check();
      await card.getByText('“Wave”: we cannot make a hand wave yet, so the film will show a nod instead.').waitFor();

      await page.getByLabel('My photos meet the photo guidelines.').check();
      await page.getByLabel(/I agree that the purchase is final/).check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Invoice details' }).waitFor();
      assert.deepEqual(faults, []);
    }));
});

/** The card of a photo that was just uploaded. */
async function openWizard(page: Page, name: string): Promise<Locator> {
  await arriveSignedIn(page, product, customer);
  await page.goto(`${product.url}/process`);
  await page.locator('input[type="file"]').first().setInputFiles(group);
  return page.getByRole('group', { name });
}
