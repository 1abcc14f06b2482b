import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { limits } from '@keepsake/contract/limits';
import type { Locator, Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { arriveSignedIn, createCustomer } from './customer.ts';
import { obstacles } from './obstacles.ts';
import { startInBrowser } from './in-browser.ts';

/** Photographs, from a development dependency. */
const samples = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo');
const [first, second] = [join(samples, 'sample1.jpg'), join(samples, 'sample2.jpg')] as const;
const uploads = '**/api/content/upload';
const phone = { width: 390, touch: true };

const { product, browser } = await startInBrowser();

describe('the camera of a phone', () => {
  test('is offered beside the files, and what it takes is a photo of the set', () =>
    withPage(
      browser,
      async (page, faults) => {
        await openWizard(page, 'Camera of a phone');
        const camera = page.getByLabel('Take a photo');
        assert.ok(await button(page, 'Take a photo').isVisible());
        assert.equal(await camera.getAttribute('capture'), 'environment', 'the camera that looks away from its owner');
        assert.equal(await camera.getAttribute('multiple'), null);
        assert.deepEqual(await obstacles(page), { light: [], dark: [] });
        assert.ok(await button(page, 'Take a photo').isVisible(), 'it was looked at with the others');
        const opened = page.waitForEvent('filechooser');
        await camera.tap();
        await (await opened).setFiles(first);
        await uploaded(page, 1, 1).waitFor();

        await camera.setInputFiles(second);
        await uploaded(page, 2, 2).waitFor();
        assert.ok(await button(page, 'Take a photo').isVisible(), 'there is room for more');
        assert.deepEqual(faults, []);
      },
      phone,
    ));

  test('that saves what we cannot read leaves the set as it is, and says what helps', () =>
    withPage(
      browser,
      async (page) => {
        await openWizard(page, 'Heic');
        const heic = { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') };
        await page.getByLabel('Take a photo').setInputFiles(heic);
        await page.getByText('HEIC photos from an iPhone or iPad have to be JPEG first.').waitFor();
        assert.equal(await page.getByRole('group', { name: /^Photo 1/ }).count(), 0);
      },
      phone,
    ));

  test('is not offered where there is a mouse', () =>
    withPage(browser, async (page) => {
      await openWizard(page, 'Mouse');
      assert.ok(await button(page, 'Choose photos').isVisible());
      assert.ok(await button(page, 'Take a photo').isHidden());
    }));
});

describe('one photo of several', () => {
  test('is stopped and removed while it is sent; the others go on', () =>
    withPage(browser, async (page) => {
      await openWizard(page, 'Stopped');
      await page.getByLabel('Choose photos').setInputFiles(first);
      await uploaded(page, 1, 1).waitFor();
      // The server never answers for this one.
      await page.route(uploads, () => undefined, { times: 1 });
      await page.getByLabel('Add more photos').setInputFiles(second);
      const stuck = page.getByRole('group', { name: 'sample2.jpg' });
      await stuck.getByRole('progressbar', { name: 'Upload of sample2.jpg' }).waitFor();
      await page.getByLabel('Add more photos').setInputFiles(join(samples, 'sample3.jpg'));
      await uploaded(page, 3, 3).waitFor();

      // Sooner than an upload that gets no answer ends by itself.
      const stopped = page.waitForEvent('requestfailed', {
        predicate: (request) => request.url().endsWith('/api/content/upload'),
        timeout: limits.uploadTimeoutMs / 3,
      });
      await stuck.getByRole('button', { name: 'Stop and remove' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stop and remove' }).click();
      assert.match((await stopped).failure()?.errorText ?? '', /ABORTED/);
      await uploaded(page, 2, 2).waitFor();
      assert.equal(await stuck.count(), 0);
      assert.equal(await page.getByRole('group', { name: 'Photo 2 of 2: sample3.jpg' }).count(), 1);
    }));

  test('that did not get through is sent again by itself, and not the others', () =>
    withPage(browser, async (page) => {
      await openWizard(page, 'Again');
      await page.getByLabel('Choose photos').setInputFiles(first);
      await uploaded(page, 1, 1).waitFor();
      await page.route(uploads, (route) => route.abort('connectionreset'), { times: 1 });
      await page.getByLabel('Add more photos').setInputFiles(second);
      const lost = page.getByRole('group', { name: 'Photo 2 of 2' });
      const again = lost.getByRole('button', { name: 'Try again' });
      await again.waitFor();
      assert.equal(
        await page
          .getByRole('group', { name: /^Photo 1/ })
          .getByText('Try again')
          .count(),
        0,
      );

      const sent: string[] = [];
      page.on('request', (request) => sent.push(new URL(request.url()).pathname));
      await again.click();
      await uploaded(page, 2, 2).waitFor();
      assert.equal(sent.filter((path) => path === '/api/content/upload').length, 1);
      assert.equal(await again.count(), 0);
    }));
});

async function openWizard(page: Page, name: string): Promise<void> {
  await arriveSignedIn(page, product, await createCustomer(product, name));
  await page.goto(`${product.url}/process`);
  await page.getByRole('heading', { level: 1, name: 'Your photos and their effects' }).waitFor();
}

/** The words that stand for a file input. */
function button(page: Page, words: string): Locator {
  return page.locator('label').filter({ hasText: words });
}

/** What a photo's card has once the server keeps it: it can be removed, and no longer stopped. */
function uploaded(page: Page, number: number, total: number): Locator {
  return page.getByRole('group', { name: `Photo ${number} of ${total}` }).getByRole('button', { name: 'Remove photo' });
}
