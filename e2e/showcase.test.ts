import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { startInBrowser } from './in-browser.ts';

const { product, browser } = await startInBrowser();

describe('the showcase of the four steps', () => {
  /** The section with its scripts running, in the middle of the window, and the clock standing still. */
  async function arrive(page: Page): Promise<void> {
    await page.clock.install();
    await page.goto(product.url);
    await page.getByRole('button', { name: 'Accept' }).click();
    const steps = page.getByRole('region', { name: 'How it works' });
    await steps.getByRole('figure').scrollIntoViewIfNeeded();
    await page.evaluate(`document.querySelector('#how-we-work figure').scrollIntoView({ block: 'center' })`);
    await page.mouse.move(2, 2);
  }

  const current = (page: Page) =>
    page.locator('#how-we-work li[data-current]').getByRole('heading', { level: 3 }).innerText();

  async function untilCurrent(page: Page, name: string): Promise<void> {
    await page.locator('#how-we-work li[data-current]').getByRole('heading', { level: 3, name }).waitFor();
  }

  /** How far the clock is moved, half a second at a time, until a step is there. */
  async function halfSecondsUntil(page: Page, name: string): Promise<number> {
    for (let moved = 0; moved < 40; moved += 1) {
      if ((await current(page)) === name) return moved;
      await page.clock.runFor(500);
    }
    throw new Error(`${name} does not come`);
  }

  test('goes on by itself every five seconds on a wide screen, round and round', () =>
    withPage(browser, async (page, faults) => {
      await arrive(page);
      await untilCurrent(page, 'Upload');
      // The first time begins when the browser has noticed that the showcase is seen.
      assert.ok((await halfSecondsUntil(page, 'Personalize')) >= 9);
      for (const name of ['Watch', 'Share', 'Upload']) {
        const moved = await halfSecondsUntil(page, name);
        assert.ok(moved === 10 || moved === 11, `${name} comes after ${moved / 2} s`);
      }
      assert.deepEqual(faults, []);
    }));

  test('waits for whoever points at it, is in it, or wants nothing to move', () =>
    withPage(browser, async (page) => {
      await arrive(page);
      await page.getByRole('button', { name: 'Personalize', exact: true }).hover();
      await page.clock.runFor(12_000);
      assert.equal(await current(page), 'Upload');
      await page.mouse.move(2, 2);
      await halfSecondsUntil(page, 'Personalize');
      await page.getByRole('button', { name: 'Watch', exact: true }).press('Enter');
      await untilCurrent(page, 'Watch');
      await page.clock.runFor(12_000);
      assert.equal(await current(page), 'Watch', 'the focus is in it');
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.evaluate('document.activeElement.blur()');
      await page.clock.runFor(12_000);
      assert.equal(await current(page), 'Watch');
    }));

  test('is led by a swipe, arrows and dots on a phone, and ends with the way in', () =>
    withPage(
      browser,
      async (page, faults) => {
        await arrive(page);
        await page.clock.runFor(12_000);
        assert.equal(await current(page), 'Upload', 'nothing moves by itself');
        await swipe(page, -60);
        await untilCurrent(page, 'Personalize');
        await swipe(page, -40);
        assert.equal(await current(page), 'Personalize', 'too short for a swipe');
        await swipe(page, 60);
        await untilCurrent(page, 'Upload');
        await page.getByRole('button', { name: 'Next step' }).click();
        await untilCurrent(page, 'Personalize');
        await page.getByRole('button', { name: 'Step 4: Share' }).click();
        await untilCurrent(page, 'Share');
        assert.ok(await page.getByRole('button', { name: 'Next step' }).isDisabled());
        await page.getByRole('link', { name: 'Start with a photo' }).click();
        await page.waitForURL('**/register');
        assert.deepEqual(faults, []);
      },
      { width: 390 },
    ));

  async function swipe(page: Page, right: number): Promise<void> {
    const box = await page.locator('#how-we-work figure').boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + right, y, { steps: 4 });
    await page.mouse.up();
  }
});
