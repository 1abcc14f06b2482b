import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { arriveSignedIn, createCustomer } from './customer.ts';
import { startInBrowser } from './in-browser.ts';

const publicPages = [
  { path: '/', heading: 'See them smile again', title: 'Films & Friends' },
  { path: '/terms', heading: 'Terms and Conditions', title: 'Terms and Conditions · Films & Friends' },
];

const { product, browser } = await startInBrowser({
  settings: { PRODUCT_NAME: 'Films & Friends', SUPPORT_EMAIL: 'help@films.example' },
});

for (const { path, heading, title } of publicPages) {
  test(`${path} can be read before any script runs`, async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(product.url + path);
    assert.equal(await page.title(), title);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByRole('link', { name: 'help@films.example' }).first().waitFor();
    assert.ok((await page.locator('main').innerText()).length > 1000);
    const box = await page.getByRole('heading', { level: 1 }).boundingBox();
    assert.ok(box && box.width > 200, 'its style sheets are there too');
    await context.close();
  });

  test(`${path} is taken over without a change that anybody sees`, () =>
    withPage(browser, async (page, faults) => {
      await page.addInitScript(() => {
        Object.assign(window, { shifts: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            (window as unknown as { shifts: number }).shifts += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const isSame = await keepElement(page, path, heading);
      await untilTakenOver(page);
      assert.ok(await isSame(), 'the heading is the one that came as HTML');
      await page.waitForLoadState('networkidle');
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number }).shifts);
      assert.ok(shifts <= 0.02, `layout shift ${shifts}`);
      assert.deepEqual(faults, []);
    }));
}

test('a button that is pressed before the app has come is not pressed in vain', () =>
  withPage(browser, async (page, faults) => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const asked = page.waitForRequest('**/assets/landing-*.js');
    await page.route('**/assets/landing-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(product.url);
    const films = page.getByRole('button', { name: 'Play the films' }).first();
    await films.click();
    await asked;
    goOn();
    // Without a choice films move: pressing the button stops them.
    await page.getByRole('button', { name: 'Play the films' }).first().waitFor();
    await page.waitForFunction(() => localStorage.getItem('filmsPaused') !== null);
    assert.equal(await page.evaluate(() => localStorage.getItem('filmsPaused')), 'yes');
    assert.deepEqual(faults, []);
  }));

test('whoever is signed in gets their own page at once', () =>
  withPage(browser, async (page, faults) => {
    await arriveSignedIn(page, product, await createCustomer(product, 'Rosa Lind'));
    await page.goto(product.url);
    await page.getByRole('link', { name: 'Memory Gallery' }).first().waitFor();
    assert.equal(await page.getByRole('link', { name: 'Sign in' }).count(), 0);
    assert.deepEqual(faults, []);
  }));

/** Marks the heading that came as HTML. @returns whether the one that is shown carries the mark */
async function keepElement(page: Page, path: string, heading: string): Promise<() => Promise<boolean>> {
  await page.goto(product.url + path, { waitUntil: 'commit' });
  const element = page.getByRole('heading', { level: 1, name: heading });
  await element.evaluate((found) => found.setAttribute('data-marked', ''));
  return async () => (await element.getAttribute('data-marked')) !== null;
}

async function untilTakenOver(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Cookies' }).waitFor();
}
