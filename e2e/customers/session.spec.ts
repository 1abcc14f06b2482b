import { customerTest as test, expect } from '../support/fixtures.ts';
import { fastForwardUntil } from '../support/page-clock.ts';
import { portraits } from '../support/sample-photos.ts';
import { openWizard, uploadedPhoto } from '../support/wizard-page.ts';

test.describe('a session in the browser', () => {
  test('survives a short outage of the session check', async ({ page, faults }) => {
    faults.allow('net::ERR_FAILED');
    faults.allow('status of 503');
    let refused = 0;
    await page.route('**/api/auth/me', (route) => {
      refused += 1;
      if (refused > 2) return route.continue();
      return refused === 1 ? route.abort() : route.fulfill({ status: 503, json: unavailable });
    });
    await page.clock.install();
    await page.goto('/dashboard');
    // Retries back off, and the page waits no longer than 20 s for an answer: a longer step would end that.
    await fastForwardUntil(page, page.getByRole('heading', { level: 1, name: 'Memory Gallery' }), 1_000);
    expect(refused).toBeGreaterThan(2);
  });

  test('and photos not uploaded yet survive an outage of the server', async ({ page, faults }) => {
    faults.allow('status of 503');
    await page.clock.install();
    await openWizard(page);
    await page.route('**/api/content/upload', () => undefined);
    await page.getByLabel('Choose photos').setInputFiles(portraits.slice(0, 2));
    await expect(page.getByRole('progressbar', { name: 'Upload of portrait-1.jpg' })).toBeVisible();
    await page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, json: unavailable }));
    await page.reload();
    await fastForwardUntil(page, page.getByRole('heading', { level: 1, name: 'The service cannot be reached' }));
    await page.unroute('**/api/auth/me');
    await page.unroute('**/api/content/upload');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(uploadedPhoto(page, 1, 2)).toBeVisible();
    await expect(uploadedPhoto(page, 2, 2)).toBeVisible();
  });
});

const unavailable = { error: 'The service is not available now.', code: 'service_unavailable' };

test('a page that the browser loads begins at its top, wherever the one before was left', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto('/profile');
  await page.getByRole('heading', { name: 'My data' }).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
  await page.goto('/process');
  await expect(page.getByLabel('Choose photos')).toBeEnabled();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});
