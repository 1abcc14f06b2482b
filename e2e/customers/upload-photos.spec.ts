import { limits } from '@keepsake/contract/limits';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { customerTest as test, expect } from '../support/fixtures.ts';
import { portraits } from '../support/sample-photos.ts';
import { openWizard, uploadedPhoto } from '../support/wizard-page.ts';

const [first, second, third] = portraits;
const uploads = '**/api/content/upload';

test.describe('the camera of a phone', () => {
  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 900 }, hasTouch: true, isMobile: true });

    test('is offered beside the file picker, and its photo joins the set', async ({ page }) => {
      await openWizard(page);
      const camera = page.getByLabel('Take a photo');
      await expect(button(page, 'Take a photo')).toBeVisible();
      await expect(camera, 'the camera that looks away from its owner').toHaveAttribute('capture', 'environment');
      await expect(camera).not.toHaveAttribute('multiple');
      await expectAccessible(page);
      await expect(button(page, 'Take a photo'), 'axe saw it with the others').toBeVisible();
      const opened = page.waitForEvent('filechooser');
      await camera.tap();
      await (await opened).setFiles(first);
      await expect(uploadedPhoto(page, 1, 1)).toBeVisible();

      await camera.setInputFiles(second);
      await expect(uploadedPhoto(page, 2, 2)).toBeVisible();
      await expect(button(page, 'Take a photo'), 'there is room for more').toBeVisible();
    });
  });

  test('is not offered if there is a mouse', async ({ page }) => {
    await openWizard(page);
    await expect(button(page, 'Choose photos')).toBeVisible();
    await expect(button(page, 'Take a photo')).toBeHidden();
  });
});

test.describe('one photo of several', () => {
  test('is cancelled and removed during its upload; the others continue', async ({ page }) => {
    await openWizard(page);
    await page.getByLabel('Choose photos').setInputFiles(first);
    await expect(uploadedPhoto(page, 1, 1)).toBeVisible();
    // The server never answers for this one.
    await page.route(uploads, () => undefined, { times: 1 });
    await page.getByLabel('Add more photos').setInputFiles(second);
    const stuck = page.getByRole('group', { name: 'portrait-2.jpg' });
    await expect(stuck.getByRole('progressbar', { name: 'Upload of portrait-2.jpg' })).toBeVisible();
    await page.getByLabel('Add more photos').setInputFiles(third);
    await expect(uploadedPhoto(page, 3, 3)).toBeVisible();

    // Below the timeout of an upload.
    const stopped = page.waitForEvent('requestfailed', {
      predicate: (request) => request.url().endsWith('/api/content/upload'),
      timeout: limits.uploadTimeoutMs / 3,
    });
    await stuck.getByRole('button', { name: 'Stop and remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop and remove' }).click();
    expect((await stopped).failure()?.errorText).toMatch(/ABORTED/);
    await expect(uploadedPhoto(page, 2, 2)).toBeVisible();
    await expect(stuck).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'Photo 2 of 2: portrait-3.jpg' })).toHaveCount(1);
  });

  test('whose upload failed is retried automatically, and no other', async ({ page, faults }) => {
    faults.allow('net::ERR_CONNECTION_RESET');
    await openWizard(page);
    await page.getByLabel('Choose photos').setInputFiles(first);
    await expect(uploadedPhoto(page, 1, 1)).toBeVisible();
    await page.route(uploads, (route) => route.abort('connectionreset'), { times: 1 });
    await page.getByLabel('Add more photos').setInputFiles(second);
    const lost = page.getByRole('group', { name: 'Photo 2 of 2' });
    const again = lost.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expect(page.getByRole('group', { name: /^Photo 1/ }).getByText('Try again')).toHaveCount(0);

    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await again.click();
    await expect(uploadedPhoto(page, 2, 2)).toBeVisible();
    expect(sent.filter((path) => path === '/api/content/upload')).toHaveLength(1);
    await expect(again).toHaveCount(0);
  });
});

/** The label that stands for a file input. */
function button(page: Page, words: string): Locator {
  return page.locator('label').filter({ hasText: words });
}
