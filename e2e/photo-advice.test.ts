import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { arriveSignedIn, createCustomer } from './customer.ts';
import { startInBrowser } from './in-browser.ts';

/** A photograph of five people, from a development dependency. */
const group = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo/sample5.jpg');

const { product, browser } = await startInBrowser();
const customer = await createCustomer(product, 'Rosa Lind');

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
