import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { withPage } from './browser.ts';
import { startInBrowser } from './in-browser.ts';

const { product, browser } = await startInBrowser();

describe('the stills of the landing page', () => {
  test('come as AVIF to a browser that knows it, each of them', () =>
    withPage(browser, async (page, faults) => {
      const types = new Map<string, string>();
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        types.set(pathname, response.headers()['content-type'] ?? '');
      });
      await openGallery(page);
      for (const still of await page.locator('picture img').all()) {
        const address = new URL(await drawn(still)).pathname;
        assert.match(address, /^\/gallery\/[a-z]+\.avif$/);
        assert.equal(types.get(address), 'image/avif');
      }
      assert.equal(await page.locator('#gallery picture').count(), 5);
      assert.deepEqual(faults, []);
    }));

  test('show the picture that the installation put in the place of a JPEG, also to such a browser', () =>
    withPage(browser, async (page, faults) => {
      const green = { create: { width: 480, height: 576, channels: 3, background: '#109020' } } as const;
      await writeFile(join(product.dataDir, 'pictures/wave.jpg'), await sharp(green).jpeg().toBuffer());
      await openGallery(page);
      const replaced = page.locator('#gallery picture').nth(1).locator('img');
      assert.match(await drawn(replaced), /wave\.avif$/);
      const [red, greenness, blue] = await middleOf(replaced);
      assert.ok(red < 40 && greenness > 120 && blue < 60, `drawn in ${red}, ${greenness}, ${blue}`);
      const [kept] = await middleOf(page.locator('#gallery picture').first().locator('img'));
      assert.ok(kept > 60, 'the others are ours');
      assert.deepEqual(faults, []);
    }));
});

async function openGallery(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(product.url);
  await page.locator('#gallery').scrollIntoViewIfNeeded();
}

/** The address of the file that a picture shows, once it shows it. */
async function drawn(still: Locator): Promise<string> {
  await still.scrollIntoViewIfNeeded();
  return still.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.currentSrc;
  });
}

/** Red, green and blue in the middle of a picture. */
async function middleOf(still: Locator): Promise<[number, number, number]> {
  await drawn(still);
  return still.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const [red = 0, green = 0, blue = 0] =
      context?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data.slice(0, 3) ?? [];
    return [red, green, blue];
  });
}
