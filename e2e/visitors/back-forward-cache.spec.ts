import { chromium, type Page } from '@playwright/test';
import { browserOptions, wholeBrowserPath } from '../support/browser.ts';
import { createBucket, createCustomer, signedInState } from '../support/customer.ts';
import { createContexts, expect, test as base } from '../support/fixtures.ts';
import { singlePhoto } from '../support/sample-photos.ts';

// The headless shell has no such cache, and Playwright turns it off in the browser.
const executablePath = wholeBrowserPath();

/** Its pages are in a browser of their own: other launch options for all fixtures would start another product. */
const test = base.extend({
  openPage: async ({ faults, baseURL, previews }, provide) => {
    const browser = await chromium.launch({
      ...browserOptions(),
      ...(executablePath !== undefined && { executablePath }),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    const { openPage } = createContexts(browser, { faults, baseURL, previews });
    await provide(openPage);
    await browser.close();
  },
});
test.skip(executablePath === undefined, 'Needs Chromium or Chrome; the headless shell has no back-forward cache.');

for (const path of ['/', '/terms', '/shared#abc', '/made-here', '/login', '/register'])
  test(
    `${path} comes back from the back-forward cache as it was left`,
    { tag: path === '/' ? [] : '@full' },
    async ({ openPage }) => {
      const page = await openPage();
      await page.goto(path);
      await expect(page.locator('h1').first()).toBeVisible();
      await leaveAndComeBack(page, path === '/terms' ? '/' : '/terms');
      await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true');
    },
  );

test('a gallery that comes back after its owner has signed out elsewhere shows nothing of it', async ({
  product,
  openPage,
}) => {
  const customer = await createCustomer(product, 'Rosa Lind');
  await createBucket(product, customer, [{ path: singlePhoto, theme: 'Single person', effect: 'Smile', films: 1 }]);
  const page = await openPage({ storageState: signedInState(product, customer) });
  await page.goto('/dashboard');
  await expect(page.getByRole('article')).toHaveCount(1);
  await leaveAndComeBack(page, '/api/docs');
  await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true');
  await expect(page.getByRole('article')).toHaveCount(1);
  await leaveAndComeBack(page, '/api/docs', () => {
    localStorage.removeItem('token');
    localStorage.removeItem('userData');
  });
  await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.locator('html'), 'the same document').toHaveAttribute('data-persisted', 'true');
});

/** Goes to another document and back, and notes on the page whether it came from the cache. @param meanwhile runs in the other document */
async function leaveAndComeBack(page: Page, path: string, meanwhile: () => void = () => undefined): Promise<void> {
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset['persisted'] = String(persisted);
    }),
  );
  const left = new URL(page.url()).pathname;
  await page.goto(path);
  await page.evaluate(meanwhile);
  // A page that comes from the cache does not load, which `goBack` would wait for.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await expect.poll(() => [left, '/login'].includes(new URL(page.url()).pathname)).toBe(true);
}
