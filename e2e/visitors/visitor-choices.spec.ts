import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

test.describe('the question about cookies', () => {
  test('is answered permanently by accepting, on every page', async ({ page }) => {
    await arrive(page);
    const banner = page.getByRole('region', { name: 'Cookies' });
    await expect(banner.getByRole('link', { name: 'Read more in the terms' })).toHaveAttribute('href', '/terms');
    await banner.getByRole('button', { name: 'Accept' }).click();
    await expect(banner).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('accepted');
    const later = await page.context().newPage();
    await later.goto('/login');
    await expect(later.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(await later.getByRole('region', { name: 'Cookies' }).count()).toBe(0);
  });

  test('is hidden for the session by declining', { tag: '@full' }, async ({ page }) => {
    await arrive(page);
    await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Decline' }).click();
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(await page.getByRole('region', { name: 'Cookies' }).count()).toBe(0);
    // A new browser session.
    const later = await page.context().newPage();
    await later.goto('/login');
    await expect(later.getByRole('region', { name: 'Cookies' })).toBeVisible();
  });
});

test.describe('films of the landing page', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('play automatically, and stop permanently when the button is pressed', async ({ page }) => {
    const asked = filmsAsked(page);
    await arrive(page);
    await expect(page.locator('#home video[data-playing]')).toBeAttached();
    expect(asked).toContain('/gallery/hero.mp4');
    await page.getByRole('button', { name: 'Pause the films' }).first().click();
    await expect(page.locator('video')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Play the films' }).first()).toBeVisible();
    await expect(page.locator('video')).toHaveCount(0);
  });

  for (const [who, prepare] of [
    ['wants nothing to move', (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' })],
    [
      'saves data',
      (page: Page) =>
        page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
    ],
  ] as const)
    test(`are not even loaded for whoever ${who}`, { tag: who === 'saves data' ? '@full' : [] }, async ({ page }) => {
      await prepare(page);
      const asked = filmsAsked(page);
      await arrive(page);
      for (const id of ['how-we-work', 'gallery', 'faq'])
        await page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ block: 'center' }));
      // Late requests count as well.
      await page.waitForLoadState('networkidle');
      expect(asked).toEqual([]);
      await expect(page.locator('video')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Play the films' }).first()).toBeVisible();
    });
});

/** Opens the landing page and waits until its own script answers. */
async function arrive(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
}

function filmsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.mp4')) asked.push(new URL(request.url()).pathname);
  });
  return asked;
}
