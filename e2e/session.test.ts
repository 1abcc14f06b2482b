import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withPage } from './browser.ts';
import { arriveSignedIn, createCustomer } from './customer.ts';
import { startInBrowser } from './in-browser.ts';

const { product, browser } = await startInBrowser();
const customer = await createCustomer(product, 'Rosa Lind');

describe('a session in the browser', () => {
  test('outlasts a server that cannot say for a moment who somebody is', () =>
    withPage(browser, async (page) => {
      await arriveSignedIn(page, product, customer);
      let refused = 0;
      await page.route('**/api/auth/me', (route) => {
        refused += 1;
        if (refused > 2) return route.continue();
        return refused === 1 ? route.abort() : route.fulfill({ status: 503, json: unavailable });
      });
      await page.goto(`${product.url}/dashboard`);
      await page.getByRole('heading', { level: 1, name: 'Memory Gallery' }).waitFor();
      assert.ok(refused > 2, 'the server was asked again');
    }));

  test('ends where the server does not know it any more, and leaves nothing in the browser', () =>
    withPage(browser, async (page) => {
      await arriveSignedIn(page, product, { ...customer, token: `${customer.token.slice(0, -4)}aaaa` });
      await page.goto(`${product.url}/dashboard`);
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      const left = await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userData')]);
      assert.deepEqual(left, [null, null]);
    }));
});

const unavailable = { error: 'The service is not available now.', code: 'service_unavailable' };
