import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/fixtures.ts';

test.describe('the stills of the landing page', () => {
  test('are served as AVIF to a browser that supports it', async ({ page }) => {
    const types = new Map<string, string>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      types.set(pathname, response.headers()['content-type'] ?? '');
    });
    await openGallery(page);
    for (const still of await page.locator('picture img').all()) {
      const address = new URL(await drawn(still)).pathname;
      expect(address).toMatch(/^\/gallery\/[a-z-]+\.avif$/);
      expect(types.get(address)).toBe('image/avif');
    }
    await expect(page.locator('#gallery picture')).toHaveCount(5);
  });

  test('show a JPEG that the installation replaced, also to such a browser', async ({ page, product }) => {
    const green = { create: { width: 480, height: 576, channels: 3, background: '#109020' } } as const;
    const own = join(product.dataDir, 'pictures/kiss.jpg');
    await writeFile(own, await sharp(green).jpeg().toBuffer());
    await openGallery(page);
    const replaced = page.locator('#gallery picture').nth(1).locator('img');
    expect(await drawn(replaced)).toMatch(/kiss\.avif$/);
    const [red, greenness, blue] = await middleOf(replaced);
    expect(red < 40 && greenness > 120 && blue < 60, `drawn in ${red}, ${greenness}, ${blue}`).toBe(true);
    const [kept] = await middleOf(page.locator('#gallery picture').first().locator('img'));
    expect(kept, 'the others are ours').toBeGreaterThan(60);
    await rm(own);
  });
});

async function openGallery(page: Page): Promise<void> {
  await page.goto('/');
  await page.locator('#gallery').scrollIntoViewIfNeeded();
}

/** URL of the file that an image shows, once it is loaded. */
async function drawn(still: Locator): Promise<string> {
  await still.scrollIntoViewIfNeeded();
  return still.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.currentSrc;
  });
}

/** Red, green and blue in the centre of an image. */
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
