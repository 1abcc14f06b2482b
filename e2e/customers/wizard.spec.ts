import { readFile } from 'node:fs/promises';
import { limits } from '@keepsake/contract/limits';
import type { Locator, Route } from '@playwright/test';
import sharp from 'sharp';
import { patienceMs } from '../../server/test/until.ts';
import { createBucket, read } from '../support/customer.ts';
import { customerTest as test, expect } from '../support/fixtures.ts';
import { portraits } from '../support/sample-photos.ts';
import { openWizard, uploadedPhoto } from '../support/wizard-page.ts';

const [first, second] = portraits;
const uploads = '**/api/content/upload';

test.describe('photos of a set', () => {
  test('can be dropped; a file dropped beside the zone does not navigate away', async ({ page }) => {
    await openWizard(page);
    await drop(page.getByText('Drop your photos here'), first);
    await expect(uploadedPhoto(page, 1, 1)).toBeVisible();
    const isTakenAway = await drop(page.getByRole('heading', { level: 1 }), second);
    expect(isTakenAway, 'the browser would open it').toBe(false);
    await expect(page.getByRole('group', { name: /^Photo 2/ })).toHaveCount(0);
  });

  test('of more than 1 MB are made smaller in the browser, off the page’s own thread', async ({
    page,
    product,
    customer,
  }) => {
    await openWizard(page);
    const scan = await sharp(first).resize(1800, 1500).png({ compressionLevel: 1 }).toBuffer();
    const large = { name: 'scan.png', mimeType: 'image/png', buffer: scan };
    expect(large.buffer.length).toBeGreaterThan(limits.downscaleAboveBytes);
    const worker = page.waitForEvent('worker');
    const sent = page.waitForRequest(uploads);
    await page.getByLabel('Choose photos').setInputFiles(large);
    expect((await worker).url()).toMatch(/downscale\.worker/);
    const length = Number(await (await sent).headerValue('content-length'));
    expect(length > 0 && length < large.buffer.length / 2, `${length} bytes were sent`).toBe(true);
    await expect(uploadedPhoto(page, 1, 1)).toBeVisible();
    const { buckets } = (await read(product, customer, '/api/content/my?page=1&limit=5')) as {
      buckets: { Contents: { photoUrl: string; originalName: string }[] }[];
    };
    const [photo] = buckets[0]?.Contents ?? [];
    const answer = await fetch(new URL(photo?.photoUrl ?? '', product.url));
    const kept = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([kept.width, kept.height]).toEqual([1200, 1000]);
  });

  test('that were not uploaded before a reload are uploaded after it', async ({ page }) => {
    await openWizard(page);
    await page.route(uploads, () => undefined);
    await page.getByLabel('Choose photos').setInputFiles([first, second]);
    await expect(page.getByRole('group', { name: 'Photo 2 of 2: portrait-2.jpg' })).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Upload of portrait-1.jpg' })).toBeVisible();
    await page.unroute(uploads);
    await page.reload();
    await expect(uploadedPhoto(page, 1, 2)).toBeVisible();
    await expect(uploadedPhoto(page, 2, 2)).toBeVisible();
  });

  test('that are being uploaded delay the next step, and are named if they fail', async ({ page, faults }) => {
    faults.allow('net::ERR_CONNECTION_RESET');
    await openWizard(page);
    const held: Route[] = [];
    await page.route(uploads, (route) => void held.push(route));
    await page.getByLabel('Choose photos').setInputFiles(first);
    await page.getByLabel('Who is in the photo?').selectOption({ label: 'Single person' });
    await page.getByRole('button', { name: 'Smile', exact: true }).click();
    await page.getByLabel('My photos meet the photo guidelines.').check();
    await page.getByLabel(/I agree that the purchase is final/).check();
    const goOn = page.getByRole('button', { name: 'Continue' });
    await expect(page.getByRole('progressbar', { name: 'Upload of portrait-1.jpg' })).toBeVisible();
    await goOn.click();
    await expect(page.locator('[aria-busy="true"]').first()).toBeAttached();
    await expect(page.getByText('There is a problem')).toHaveCount(0);
    await held[0]?.abort('connectionreset');
    await expect(page.getByRole('alert').getByText('Photo 1')).toBeVisible();
    await page.unroute(uploads);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await goOn.click();
    await expect(page.getByRole('heading', { name: 'Invoice details' })).toBeVisible({ timeout: patienceMs });
  });

  test.describe(() => {
    test.use({ previews: true });

    test('move in a preview of the effect that is looked at, before and after a reload', async ({ page }) => {
      await openWizard(page);
      await page.getByLabel('Choose photos').setInputFiles(first);
      await expect(uploadedPhoto(page, 1, 1)).toBeVisible();
      await page.getByLabel('Who is in the photo?').selectOption({ label: 'Single person' });
      const preview = (effect: string) => page.getByRole('img', { name: `Preview of “${effect}” on your photo` });
      // What is still to come into the page would move the effects away from under the pointer.
      await expect(page.getByText('Your choices are saved')).toBeVisible();
      await page.getByRole('button', { name: 'Smile', exact: true }).hover();
      await expect(preview('Smile')).toHaveAttribute('data-drawn', '', { timeout: patienceMs });
      await page.getByRole('button', { name: 'Turn the head' }).focus();
      await expect(preview('Turn the head')).toBeVisible();
      // These films are Luma's.
      const honestly = 'drawn on your device by our animator. The film itself is made by Luma and will look different.';
      await expect(page.getByText(`Preview of “Turn the head”, ${honestly}`)).toBeVisible();
      await page.reload();
      await page.getByRole('button', { name: 'Laugh', exact: true }).click();
      await expect(preview('Laugh')).toHaveAttribute('data-drawn', '', { timeout: patienceMs });
    });
  });

  test('of an unpaid set can be changed again from the gallery', async ({ page, product, customer }) => {
    await createBucket(product, customer, [{ path: first, theme: 'Single person', effect: 'Wink', films: 2 }]);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    const card = page.getByRole('group', { name: /^Photo 1 of 1/ });
    const versions = card.getByRole('spinbutton', { name: 'Versions' });
    await expect(card.getByRole('button', { name: 'Wink', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(versions).toHaveValue('2');
    await versions.fill('');
    await versions.blur();
    await expect(versions).toHaveValue('1');
    await expect(page.getByText('Your choices are saved')).toBeVisible();
    const { buckets } = (await read(product, customer, '/api/content/my?page=1&limit=5')) as {
      buckets: { Contents: { variety: number }[] }[];
    };
    expect(buckets[0]?.Contents[0]?.variety).toBe(1);
  });
});

/** Drops a file on an element. @returns whether the browser would navigate to it */
async function drop(target: Locator, path: string): Promise<boolean> {
  const bytes = (await readFile(path)).toString('base64');
  return target.evaluate((element, content) => {
    const file = new File([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], 'dropped.jpg', {
      type: 'image/jpeg',
    });
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(file);
    const event = (type: string) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    element.dispatchEvent(event('dragenter'));
    element.dispatchEvent(event('dragover'));
    return element.dispatchEvent(event('drop'));
  }, bytes);
}
