import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withCustomerPage } from './customer-page.ts';
import { createCustomer, createSet, payForSet } from './customer.ts';
import { startInBrowser } from './in-browser.ts';
import { obstacles } from './obstacles.ts';

/** A photograph with a person, from a development dependency. */
const photo = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo/sample1.jpg');

const { product, browser } = await startInBrowser();
const customer = await createCustomer(product, 'Rosa Lind');
const bucketId = await createSet(product, customer, [{ path: photo, theme: 'Single person', effect: 'Smile' }]);

test('the invoice names each mistake in the order of the page, and keeps what was typed', () =>
  asCustomer(`/invoice/${bucketId}`, async (page) => {
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' }).getByRole('listitem');
    await page.getByLabel('Name or company').fill('');
    await page.getByLabel('City').fill('東京');
    await page.getByLabel('Country').selectOption('AT');
    await page.getByLabel(/^Tax number/).fill('12345678');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await summary.first().waitFor();
    assert.deepEqual(await summary.allInnerTexts(), [
      'Name or company: This field is required',
      'Tax number: Enter the tax number as this country writes it, for example ATU12345678.',
      'Street and number: This field is required',
      'Post code: This field is required',
      'City: Please use Latin, Greek or Cyrillic letters.',
      'Confirm that your photos meet the photo guidelines',
      'Agree that the purchase is final',
    ]);
    await page.getByLabel(/^Tax number/).fill('u 1234.5678');
    assert.equal(await summary.filter({ hasText: 'Tax number' }).count(), 0);
    await summary.getByRole('link', { name: /^City/ }).click();
    assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).value), '東京');
    assert.deepEqual(await obstacles(page), { light: [], dark: [] });
  }));

describe('whoever comes back from the payment page', () => {
  test('without having paid finds the set again, and the way to pay', () =>
    asCustomer(`/payment/cancel?bucket=${bucketId}`, async (page) => {
      await page.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
      await page.getByText(/Your photos and your choices are saved/).waitFor();
      assert.deepEqual(await obstacles(page), { light: [], dark: [] });
      assert.equal(await page.getByRole('link', { name: 'Return Home' }).getAttribute('href'), '/');
      await page.getByRole('link', { name: 'Try Again' }).click();
      await page.getByRole('heading', { name: 'Invoice details' }).waitFor();
      assert.equal(new URL(page.url()).pathname, `/invoice/${bucketId}`);
    }));

  test('by an address that names no set is told so and taken to the dashboard', () =>
    asCustomer('/payment/success', async (page) => {
      await page.getByText('Error: Missing bucket information').waitFor();
      await page.getByRole('link', { name: 'Continue now' }).waitFor();
      await page.waitForURL('**/dashboard', { timeout: 10_000 });
    }));

  test('where the server cannot be asked is told so and taken to the dashboard', () =>
    asCustomer(
      `/payment/success?bucket=${bucketId}`,
      async (page) => {
        await page.getByText('Error verifying payment. Please check your dashboard.').waitFor();
        await page.waitForURL('**/dashboard', { timeout: 10_000 });
      },
      (page) => page.route(`**/api/buckets/${bucketId}`, (route) => route.fulfill({ status: 500, body: '' })),
    ));

  test('stays on the page who begins to use it before it goes on', () =>
    asCustomer(
      '/payment/success',
      async (page) => {
        const now = page.getByRole('link', { name: 'Continue now' });
        await now.focus();
        await page.clock.runFor(10_000);
        assert.equal(new URL(page.url()).pathname, '/payment/success');
        await now.click();
        await page.waitForURL('**/dashboard');
      },
      (page) => page.clock.install(),
    ));

  test('before the payment has arrived sees it arrive on the dashboard, without loading the page anew', () =>
    asCustomer(`/payment/success?bucket=${bucketId}`, async (page) => {
      await page.getByText('Payment received but processing delayed. Please check your dashboard.').waitFor();
      await page.waitForURL('**/dashboard', { timeout: 10_000 });
      const pay = page.getByRole('button', { name: 'Pay for this set' });
      await pay.waitFor();
      await payForSet(product, customer, bucketId);
      await page.getByText('Paid', { exact: true }).waitFor({ timeout: 25_000 });
      assert.equal(await pay.count(), 0);
    }));
});

function asCustomer(
  path: string,
  work: (page: Page) => Promise<void>,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<void> {
  return withCustomerPage({ product, browser, customer, path, expected: 'status of 500', prepare }, work);
}
