import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { arriveSignedIn, createCustomer } from './customer.ts';
import { startInBrowser } from './in-browser.ts';

/** Photographs, from a development dependency. */
const samples = [1, 2, 3, 4].map((number) =>
  join(import.meta.dirname, `../node_modules/@vladmandic/face-api/demo/sample${number}.jpg`),
);
const calculation = '**/api/pricing/calculate';

const { product, browser } = await startInBrowser();
const customer = await createCustomer(product, 'Rosa Lind');

describe('the price of the set that is being put together', () => {
  test('says when one more photo reaches the next discount', () =>
    withPage(browser, async (page, faults) => {
      await openWizard(page);
      await page.getByLabel('Choose photos').setInputFiles(samples);
      const within = page.getByText('1 more photo, and the photos are 10% cheaper');
      await within.waitFor();
      await page.getByLabel('Add more photos').setInputFiles(samples[0] ?? '');
      await within.waitFor({ state: 'detached' });
      await page.getByText('Discount for several photos (10%)').waitFor();
      assert.deepEqual(faults, []);
    }));

  for (const { name, answer, words } of [
    {
      name: 'refused',
      answer: { status: 400, json: { error: 'No.', code: 'malformed_request' } },
      words: 'Failed to calculate price',
    },
    {
      name: 'answered with something else',
      answer: { json: { price: 'low' } },
      words: 'Invalid price calculation response',
    },
    { name: 'not answered', answer: null, words: 'Unable to calculate price' },
  ])
    test(`that is ${name} says so, and is asked for again`, () =>
      withPage(browser, async (page) => {
        await openWizard(page);
        await page.route(calculation, (route) => (answer === null ? route.abort() : route.fulfill(answer)));
        await page.getByLabel(/Choose photos|Add more photos/).setInputFiles(samples[0] ?? '');
        const price = page.getByRole('complementary', { name: 'Your price' });
        await price.getByText(words).waitFor();
        await page.unroute(calculation);
        await price.getByRole('button', { name: 'Try again' }).click();
        await price.getByText('Total', { exact: true }).waitFor();
      }));

  test('says so where there are no prices to be had', () =>
    withPage(browser, async (page) => {
      await page.route('**/api/pricing', (route) => route.fulfill({ status: 500, json: {} }));
      await openWizard(page);
      await page.getByText('Unable to load pricing').waitFor();
    }));
});

async function openWizard(page: Page): Promise<void> {
  await arriveSignedIn(page, product, customer);
  await page.goto(`${product.url}/process`);
  await page.getByRole('heading', { level: 1, name: 'Your photos and their effects' }).waitFor();
}
