import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe('the showcase of the four steps', () => {
  test('advances every five seconds on a wide screen, in a loop', async ({ page }) => {
    await arrive(page);
    await expectCurrent(page, 'Upload');
    // The first period starts when the showcase becomes visible.
    expect(await halfSecondsUntil(page, 'Personalize')).toBeGreaterThanOrEqual(9);
    for (const name of ['Watch', 'Share', 'Upload']) {
      const moved = await halfSecondsUntil(page, name);
      expect([10, 11], `${name} comes after ${moved / 2} s`).toContain(moved);
    }
  });

  test('pauses on hover and focus, and with reduced motion', async ({ page }) => {
    await arrive(page);
    await page.getByRole('button', { name: 'Personalize', exact: true }).hover();
    await page.clock.runFor(12_000);
    expect(await current(page)).toBe('Upload');
    await page.mouse.move(2, 2);
    await halfSecondsUntil(page, 'Personalize');
    await page.getByRole('button', { name: 'Watch', exact: true }).press('Enter');
    await expectCurrent(page, 'Watch');
    await page.clock.runFor(12_000);
    expect(await current(page), 'the focus is in it').toBe('Watch');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate('document.activeElement.blur()');
    await page.clock.runFor(12_000);
    expect(await current(page)).toBe('Watch');
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 900 } });

    test('is controlled by swipes, arrows and dots, and ends with the sign-up link', async ({ page }) => {
      await arrive(page);
      await page.clock.runFor(12_000);
      expect(await current(page), 'nothing moves by itself').toBe('Upload');
      await swipe(page, -60);
      await expectCurrent(page, 'Personalize');
      await swipe(page, -40);
      expect(await current(page), 'too short for a swipe').toBe('Personalize');
      await swipe(page, 60);
      await expectCurrent(page, 'Upload');
      await page.getByRole('button', { name: 'Next step' }).click();
      await expectCurrent(page, 'Personalize');
      await page.getByRole('button', { name: 'Step 4: Share' }).click();
      await expectCurrent(page, 'Share');
      await expect(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
      await page.getByRole('link', { name: 'Start with a photo' }).click();
      await expect(page).toHaveURL('/register');
    });
  });
});

/** Opens the showcase in the middle of the window with its script running and the clock stopped. */
async function arrive(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  const steps = page.getByRole('region', { name: 'How it works' });
  await steps.getByRole('figure').scrollIntoViewIfNeeded();
  await page.evaluate(`document.querySelector('#how-we-work figure').scrollIntoView({ block: 'center' })`);
  await page.mouse.move(2, 2);
}

/** Advances the clock by half seconds until a step is shown. @returns for how long */
async function halfSecondsUntil(page: Page, name: string): Promise<number> {
  for (let moved = 0; moved < 40; moved += 1) {
    if ((await current(page)) === name) return moved;
    await page.clock.runFor(500);
  }
  throw new Error(`${name} does not come`);
}

function current(page: Page): Promise<string> {
  return currentStep(page).innerText();
}

async function expectCurrent(page: Page, name: string): Promise<void> {
  await expect(currentStep(page)).toHaveText(name);
}

function currentStep(page: Page): Locator {
  return page.locator('#how-we-work li[data-current]').getByRole('heading', { level: 3 });
}

async function swipe(page: Page, right: number): Promise<void> {
  const box = await page.locator('#how-we-work figure').boundingBox();
  if (!box) throw new Error('The showcase is not drawn.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y, { steps: 4 });
  await page.mouse.up();
}
