import type { Page } from '@playwright/test';
import { customerTest, expect, productName, supportEmail, test } from '../support/fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const publicPages = [
  { path: '/', heading: 'See them smile again', title: productName },
  { path: '/terms', heading: 'Terms and Conditions', title: `Terms and Conditions · ${productName}` },
];

for (const { path, heading, title } of publicPages) {
  // Both are made by the same program.
  const tag = path === '/' ? [] : '@full';
  test.describe(() => {
    test.use({ javaScriptEnabled: false });

    test(`${path} is readable before any script runs`, { tag }, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('link', { name: supportEmail }).first()).toBeVisible();
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(1000);
      const box = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect(box?.width, 'its style sheets are there too').toBeGreaterThan(200);
    });
  });

  test(`${path} is hydrated without a visible change`, { tag }, async ({ page }) => {
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
    // Late fonts and pictures may shift the layout.
    await page.waitForLoadState('networkidle');
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number }).shifts);
    expect(shifts, 'layout shift').toBeLessThanOrEqual(0.02);
  });
}

test('a page that the browser translated before hydration works', async ({ page, faults }) => {
  // React logs the mismatch and renders again; the browser translates the result again.
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

test('a click before hydration is replayed', async ({ page }) => {
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
  // Films play by default: the button stops them.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('filmsPaused'))).toBe('yes');
  await expect(films).toBeVisible();
});

customerTest('a signed-in customer gets their own page at once', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Memory Gallery' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
});

/** Marks the prerendered heading. @returns whether the visible one carries the mark */
async function keepElement(page: Page, path: string, heading: string): Promise<() => Promise<boolean>> {
  await page.goto(path, { waitUntil: 'commit' });
  const element = page.getByRole('heading', { level: 1, name: heading });
  await element.evaluate((found) => found.setAttribute('data-marked', ''));
  return async () => (await element.getAttribute('data-marked')) !== null;
}

async function untilTakenOver(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
}
