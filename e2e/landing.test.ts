import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { arriveSignedIn, createCustomer } from './customer.ts';
import { startInBrowser } from './in-browser.ts';

const { product, browser } = await startInBrowser();
/** Of the examples, by one press: 400 pixels, back to the nearest that is shown whole. */
const moves = 250;

describe("a visitor's landing page", () => {
  for (const path of ['/', '/terms']) {
    test(`${path} comes without the whole app`, () =>
      withPage(browser, async (page) => {
        const scripts: string[] = [];
        page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
        await arrive(page, path);
        const app = await page.locator('script[data-app]').getAttribute('data-app');
        assert.ok(app);
        assert.ok(!scripts.includes(app), `${app} was asked for`);
        assert.ok(scripts.some((script) => script.startsWith('/assets/') && script.endsWith('.js')));
      }));
  }

  test('leads to the other pages, and back', () =>
    withPage(browser, async (page, faults) => {
      await arrive(page);
      await page.getByRole('link', { name: 'Sign in' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/login');
      await page.getByRole('link', { name: 'Questions' }).first().click();
      await untilFocused(page, 'Questions and answers');
      assert.equal(new URL(page.url()).hash, '#faq');
      assert.deepEqual(faults, []);
    }));

  test('goes to its sections, and the focus goes along', () =>
    withPage(browser, async (page, faults) => {
      await arrive(page);
      await page.getByRole('link', { name: 'Pricing' }).first().click();
      await untilFocused(page, 'What it costs');
      assert.ok(await inWindow(page, 'What it costs'));
      assert.deepEqual(faults, []);
    }));

  test('closes its menu behind a link to a section, also when that section is the present one', () =>
    withPage(
      browser,
      async (page, faults) => {
        await arrive(page);
        for (let time = 0; time < 2; time += 1) {
          await page.getByRole('button', { name: 'Menu' }).click();
          const link = page.locator('[popover]').getByRole('link', { name: 'Pricing' });
          await link.click();
          await link.waitFor({ state: 'hidden' });
        }
        assert.equal(new URL(page.url()).hash, '#pricing');
        assert.deepEqual(faults, []);
      },
      { width: 390 },
    ));

  test("closes its menu when the browser's 'Back' leads on", () =>
    withPage(
      browser,
      async (page, faults) => {
        const menu = page.locator('[popover]:popover-open');
        const openMenu = async () => {
          await page.getByRole('button', { name: 'Menu' }).click();
          await menu.waitFor();
        };
        await arrive(page);
        await openMenu();
        await menu.getByRole('link', { name: 'Pricing' }).click();
        await page.waitForURL(/#pricing$/);
        await openMenu();
        await page.goBack();
        await menu.waitFor({ state: 'detached' });
        assert.equal(new URL(page.url()).hash, '');
        // The same in the whole app.
        await page.goto(`${product.url}/login`);
        await page.getByRole('link', { name: 'Create an account' }).click();
        await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor();
        await openMenu();
        await page.goBack();
        await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
        await menu.waitFor({ state: 'detached' });
        assert.deepEqual(faults, []);
      },
      { width: 390 },
    ));

  for (const [motion, isAtOnce] of [
    ['no-preference', false],
    ['reduce', true],
  ] as const)
    test(`moves on to further examples, ${isAtOnce ? 'at once' : 'smoothly'} where motion is asked for as ${motion}`, () =>
      withPage(
        browser,
        async (page, faults) => {
          await page.emulateMedia({ reducedMotion: motion });
          await arrive(page);
          const strip = page.getByRole('list', { name: 'Examples' });
          const forward = page.getByRole('button', { name: 'Further examples' });
          await forward.scrollIntoViewIfNeeded();
          const [button, list] = [await forward.elementHandle(), await strip.elementHandle()];
          const soonAfter = await page.evaluate(
            ([pressed, moved]) => {
              (pressed as HTMLElement).click();
              return moved?.scrollLeft ?? 0;
            },
            [button, list] as const,
          );
          assert.equal(soonAfter > moves, isAtOnce);
          await page.waitForFunction(([moved, least]) => (moved as Element).scrollLeft > (least as number), [
            list,
            moves,
          ] as const);
          assert.deepEqual(faults, []);
        },
        { width: 700 },
      ));

  test('says so where a part of it cannot be drawn, and leads on', () =>
    withPage(browser, async (page) => {
      // An answer of another shape than agreed: drawing the price card throws.
      await page.route('**/api/pricing', (route) => route.fulfill({ json: { data: {} } }));
      await page.goto(product.url);
      await page.getByRole('heading', { level: 1, name: 'This page could not be shown' }).waitFor();
      await page.getByText('Something went wrong. Please try again.').waitFor();
      await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
      await page.unroute('**/api/pricing');
      await page.getByRole('button', { name: 'Load the page again' }).click();
      await page.getByRole('heading', { level: 1, name: 'See them smile again' }).waitFor();
    }));

  test('says so where the prices cannot be had', () =>
    withPage(browser, async (page) => {
      await page.route('**/api/pricing', (route) => route.fulfill({ status: 503, json: {} }));
      await arrive(page);
      await page.getByText('Failed to load pricing information').waitFor();
    }));

  test('gives way to the whole app when its visitor signs in in another tab', () =>
    withPage(browser, async (page, faults) => {
      const customer = await createCustomer(product, 'Rosa Lind');
      await arrive(page);
      const other = await page.context().newPage();
      await arriveSignedIn(other, product, customer);
      // The browser hangs now and then when it is to close both pages while one of them is being loaded.
      await other.close();
      await page.getByRole('link', { name: 'Memory Gallery' }).first().waitFor();
      assert.deepEqual(faults, []);
    }));

  test('is not what somebody comes back to who has signed in meanwhile', () =>
    withPage(browser, async (page, faults) => {
      const customer = await createCustomer(product, 'Karl Berg');
      await arrive(page);
      await arriveSignedIn(page, product, customer);
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'See them smile again' }).waitFor();
      await page.getByRole('link', { name: 'Memory Gallery' }).first().waitFor();
      assert.deepEqual(faults, []);
    }));
});

/** Opens a page and waits until its own script answers. */
async function arrive(page: Page, path = '/'): Promise<void> {
  await page.goto(product.url + path);
  await page.getByRole('region', { name: 'Cookies' }).waitFor();
}

function inWindow(page: Page, heading: string): Promise<boolean> {
  return page.getByRole('heading', { name: heading }).evaluate(async (element) => {
    const [entry] = await new Promise<IntersectionObserverEntry[]>((seen) =>
      new IntersectionObserver(seen).observe(element),
    );
    return entry?.isIntersecting === true;
  });
}

async function untilFocused(page: Page, heading: string): Promise<void> {
  await page.waitForFunction((text) => document.activeElement?.textContent === text, heading);
}
