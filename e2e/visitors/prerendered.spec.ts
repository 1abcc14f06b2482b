import type { Page } from '@playwright/test';
import { customerTest, expect, productName, supportEmail, test } from '../support/fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const publicPages = [
  { path: '/', heading: 'See them smile again', title: productName },
  { path: '/terms', heading: 'Terms and Conditions', title: `Terms and Conditions · ${productName}` },
];

for (const { path, heading, title } of publicPages) {
  test.describe(() => {
    test.use({ javaScriptEnabled: false });

    test(`${path} can be read before any script runs`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('link', { name: supportEmail }).first()).toBeVisible();
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(1000);
      const box = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect(box?.width, 'its style sheets are there too').toBeGreaterThan(200);
    });
  });

  test(`${path} is taken over without a change that anybody sees`, async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shifts: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as { shifts: number }).shifts += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const isSame = await keepElement(page, path, heading);
    await untilTakenOver(page);
    expect(await isSame(), 'the heading is the one that came as HTML').toBe(true);
    // Fonts and pictures that come late may shift what is there.
    await page.waitForLoadState('networkidle');
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number }).shifts);
    expect(shifts, 'layout shift').toBeLessThanOrEqual(0.02);
  });
}

test('a page that the browser has translated before it is taken over works all the same', async ({ page, faults }) => {
  // React draws what does not fit anew, and says so; the browser translates it again.
  faults.allow('Minified React error #418');
  await page.route('**/assets/landing-*.js', async (route) => {
    await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found.filter(({ data }) => data.trim() !== '')) {
        const font = document.createElement('font');
        font.textContent = `¡${text.data}!`;
        text.replaceWith(font);
      }
    });
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
  await page.getByRole('button', { name: 'Pause the films' }).first().click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('filmsPaused'))).toBe('yes');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a button that is pressed before the app has come is not pressed in vain', async ({ page }) => {
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  const asked = page.waitForRequest('**/assets/landing-*.js');
  await page.route('**/assets/landing-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const films = page.getByRole('button', { name: 'Play the films' }).first();
  await films.click();
  await asked;
  goOn();
  // Without a choice films move: pressing the button stops them.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('filmsPaused'))).toBe('yes');
  await expect(films).toBeVisible();
});

customerTest('whoever is signed in gets their own page at once', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Memory Gallery' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
});

/** Marks the heading that came as HTML. @returns whether the one that is shown carries the mark */
async function keepElement(page: Page, path: string, heading: string): Promise<() => Promise<boolean>> {
  await page.goto(path, { waitUntil: 'commit' });
  const element = page.getByRole('heading', { level: 1, name: heading });
  await element.evaluate((found) => found.setAttribute('data-marked', ''));
  return async () => (await element.getAttribute('data-marked')) !== null;
}

async function untilTakenOver(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
}
