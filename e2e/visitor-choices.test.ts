import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { startInBrowser } from './in-browser.ts';

const { product, browser } = await startInBrowser();

describe('the question about cookies', () => {
  test('is answered for good by accepting, on every page', () =>
    withPage(browser, async (page) => {
      await arrive(page);
      const banner = page.getByRole('region', { name: 'Cookies' });
      assert.equal(await banner.getByRole('link', { name: 'Read more in the terms' }).getAttribute('href'), '/terms');
      await banner.getByRole('button', { name: 'Accept' }).click();
      await banner.waitFor({ state: 'detached' });
      assert.equal(await page.evaluate(() => localStorage.getItem('cookieConsent')), 'accepted');
      const later = await page.context().newPage();
      await later.goto(`${product.url}/login`);
      await later.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      assert.equal(await later.getByRole('region', { name: 'Cookies' }).count(), 0);
    }));

  test('is put off for the session by declining', () =>
    withPage(browser, async (page) => {
      await arrive(page);
      await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Decline' }).click();
      await page.goto(`${product.url}/login`);
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      assert.equal(await page.getByRole('region', { name: 'Cookies' }).count(), 0);
      // Another session of the browser.
      const later = await page.context().newPage();
      await later.goto(`${product.url}/login`);
      await later.getByRole('region', { name: 'Cookies' }).waitFor();
    }));
});

describe('films of the landing page', () => {
  test('play by themselves, and stop for good at a press', () =>
    withPage(browser, async (page) => {
      const asked = filmsAsked(page);
      await arrive(page);
      await page.waitForFunction(() => document.querySelector('#home video[data-playing]'));
      assert.ok(asked.some((path) => path === '/gallery/smile.mp4'));
      await page.getByRole('button', { name: 'Pause the films' }).first().click();
      await page.waitForFunction(() => document.querySelector('video') === null);
      await page.reload();
      await page.getByRole('button', { name: 'Play the films' }).first().waitFor();
      assert.equal(await page.locator('video').count(), 0);
    }));

  for (const [who, prepare] of [
    ['wants motion reduced', (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' })],
    [
      'saves data',
      (page: Page) =>
        page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
    ],
  ] as const)
    test(`are not even loaded for whoever ${who}`, () =>
      withPage(browser, async (page) => {
        await prepare(page);
        const asked = filmsAsked(page);
        await arrive(page);
        for (const id of ['how-we-work', 'gallery', 'faq'])
          await page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ block: 'center' }));
        await page.waitForLoadState('networkidle');
        assert.deepEqual(asked, []);
        assert.equal(await page.locator('video').count(), 0);
        await page.getByRole('button', { name: 'Play the films' }).first().waitFor();
      }));
});

test('it is said that the site is under development', () =>
  withPage(browser, async (page) => {
    await arrive(page);
    await page.getByRole('complementary', { name: 'Under development' }).waitFor();
  }));

/** Opens the landing page and waits until its own script answers. */
async function arrive(page: Page): Promise<void> {
  await page.goto(product.url);
  await page.getByRole('region', { name: 'Cookies' }).waitFor();
}

function filmsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.mp4')) asked.push(new URL(request.url()).pathname);
  });
  return asked;
}
