import type { Page } from '@playwright/test';
import { storeSession } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';

/** One press scrolls the examples by 400 pixels, then snaps back to the nearest whole one. */
const moves = 250;

test.describe("a visitor's landing page", () => {
  for (const path of ['/', '/terms']) {
    test(`${path} loads without the whole app`, { tag: path === '/' ? [] : '@full' }, async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await arrive(page, path);
      const app = await page.locator('script[data-app]').getAttribute('data-app');
      expect(app).toBeTruthy();
      expect(asked).not.toContain(app);
      expect(asked.filter((script) => /^\/assets\/.*\.js$/.test(script))).not.toEqual([]);
    });
  }

  test('leads to the other pages, and back', async ({ page }) => {
    await arrive(page);
    await page.getByRole('link', { name: 'Sign in' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL('/login');
    await page.getByRole('link', { name: 'Questions' }).first().click();
    await expect(page.getByRole('heading', { name: 'Questions and answers' })).toBeFocused();
    await expect(page).toHaveURL('/#faq');
  });

  test('scrolls to its sections and moves the focus there', async ({ page }) => {
    await arrive(page);
    await page.getByRole('link', { name: 'Pricing' }).first().click();
    const heading = page.getByRole('heading', { name: 'What it costs' });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 900 } });

    test('closes its menu after a link to a section, even to the current one', async ({ page }) => {
      await arrive(page);
      for (let time = 0; time < 2; time += 1) {
        await page.getByRole('button', { name: 'Menu' }).click();
        const link = page.locator('[popover]').getByRole('link', { name: 'Pricing' });
        await link.click();
        await expect(link).toBeHidden();
      }
      await expect(page).toHaveURL('/#pricing');
    });

    test("closes its menu on the browser's Back", { tag: '@full' }, async ({ page }) => {
      const menu = page.locator('[popover]:popover-open');
      const openMenu = async () => {
        await page.getByRole('button', { name: 'Menu' }).click();
        await expect(menu).toBeVisible();
      };
      await arrive(page);
      await openMenu();
      await menu.getByRole('link', { name: 'Pricing' }).click();
      await expect(page).toHaveURL('/#pricing');
      await openMenu();
      await page.goBack();
      await expect(menu).toHaveCount(0);
      await expect(page).toHaveURL('/');
      // The same within the whole app.
      await page.goto('/login');
      await page.getByRole('link', { name: 'Create an account' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
      await openMenu();
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
      await expect(menu).toHaveCount(0);
    });
  });

  for (const [motion, isAtOnce] of [
    ['no-preference', false],
    ['reduce', true],
  ] as const) {
    test.describe(motion, { tag: isAtOnce ? [] : '@full' }, () => {
      test.use({ viewport: { width: 700, height: 900 }, contextOptions: { reducedMotion: motion } });

      test(`moves on to further examples, ${isAtOnce ? 'at once' : 'smoothly'} if motion is asked for as ${motion}`, async ({
        page,
      }) => {
        await arrive(page);
        const strip = page.getByRole('list', { name: 'Examples' });
        const forward = page.getByRole('button', { name: 'Further examples' });
        await forward.scrollIntoViewIfNeeded();
        const list = await strip.elementHandle();
        const soonAfter = await forward.evaluate((pressed: HTMLElement, moved) => {
          pressed.click();
          return moved?.scrollLeft ?? 0;
        }, list);
        expect(soonAfter > moves).toBe(isAtOnce);
        await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(moves);
      });
    });
  }

  test('shows an error in place of a part that cannot be rendered, and keeps its links', async ({ page, faults }) => {
    faults.allow('TypeError');
    // A response of the wrong shape makes the price card throw.
    await page.route('**/api/pricing', (route) => route.fulfill({ json: { data: {} } }));
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'This page could not be shown' })).toBeVisible();
    await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    await page.unroute('**/api/pricing');
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'See them smile again' })).toBeVisible();
  });

  test('becomes the whole app when its visitor signs in in another tab', async ({ page, product, customer }) => {
    await arrive(page);
    const other = await page.context().newPage();
    await storeSession(other, product, customer);
    // Chromium sometimes hangs when it closes two pages while one of them is loading.
    await other.close();
    await expect(page.getByRole('link', { name: 'Memory Gallery' }).first()).toBeVisible();
  });

  test('is not restored by Back after a sign-in', async ({ page, product, customer }) => {
    await arrive(page);
    await storeSession(page, product, customer);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'See them smile again' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Memory Gallery' }).first()).toBeVisible();
  });
});

/** Opens a page and waits until its script handles input. */
async function arrive(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
}
