import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page, Response } from 'playwright-core';
import sharp from 'sharp';
import { withPage } from './browser.ts';
import { arriveSignedIn, createCustomer, createSet } from './customer.ts';
import { startInBrowser } from './in-browser.ts';

/** Photographs, from a development dependency. */
const samples = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo');

const { product, browser } = await startInBrowser();
const customer = await createCustomer(product, 'Rosa Lind');
const bucketId = await createSet(
  product,
  customer,
  [1, 2, 3].map((number) => ({
    path: join(samples, `sample${number}.jpg`),
    theme: 'Couple or group',
    effect: 'Laugh together',
  })),
);

interface Place {
  page: string;
  path: string;
  /** How many pixels there are on the screen for each of CSS. */
  density: number;
  window: number;
  /** The widest that is asked for. */
  most: number;
}

const places: Place[] = [
  { page: 'the gallery', path: '/dashboard', density: 1, window: 390, most: 640 },
  { page: 'the gallery', path: '/dashboard', density: 2, window: 390, most: 960 },
  { page: 'the gallery', path: '/dashboard', density: 1, window: 1280, most: 640 },
  { page: 'the wizard', path: '/process', density: 1, window: 390, most: 640 },
  { page: 'the wizard', path: '/process', density: 2, window: 1280, most: 640 },
  { page: 'the invoice page', path: `/invoice/${bucketId}`, density: 2, window: 390, most: 320 },
];

for (const { page: name, path, density, window, most } of places)
  test(`${name} asks for photos no wider than it shows them: ${window} pixels, ${density} of the screen for each`, () =>
    withPage(
      browser,
      async (page, faults) => {
        await arriveSignedIn(page, product, customer);
        await page.evaluate((id) => sessionStorage.setItem('existingBucketId', id), bucketId);
        const screen = await page.context().newCDPSession(page);
        const metrics = { width: window, height: 900, deviceScaleFactor: density, mobile: false };
        await screen.send('Emulation.setDeviceMetricsOverride', metrics);
        const answers: Response[] = [];
        page.on('response', (response) => {
          if (new URL(response.url()).pathname.startsWith('/uploads/')) answers.push(response);
        });
        // A page may show its photos before it is loaded, and is loaded no sooner than they are.
        const open = () => page.goto(product.url + path, { waitUntil: 'domcontentloaded' });
        const { photos, jumped } = await whileOnTheirWay(page, open, 3);
        assert.deepEqual(jumped, [], 'their places are kept');
        assert.equal(answers.length, 3, 'each is asked for once');
        for (const answer of answers) {
          const picture = await answer.body();
          const { width, format } = await sharp(picture).metadata();
          const shown = photos.find(({ url }) => url === answer.url())?.width ?? 0;
          const told = `${picture.length} bytes, ${width} pixels wide, shown ${shown} wide: ${answer.url()}`;
          assert.match(answer.url(), /&w=(?:320|640|800|960)$/);
          assert.equal(format, 'webp');
          assert.ok(picture.length < 60_000 && width <= most, told);
          // A browser takes the nearest of two widths, which may be the smaller.
          assert.ok(width >= 0.7 * density * shown, `not sharp: ${told}`);
        }
        assert.deepEqual(faults, []);
      },
      { width: window },
    ));

interface ShownPhoto {
  /** The address that was chosen. */
  url: string;
  /** In pixels of CSS, with what the frame cuts off. */
  width: number;
}

/** So many photos as a page shows them, and the heights of those that take another place once they are there. */
async function whileOnTheirWay(page: Page, open: () => Promise<unknown>, count: number) {
  const { promise, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route('**/uploads/*', async (route) => {
    await promise;
    await route.continue();
  });
  const images = page.locator('main img[srcset]');
  const heights = () => images.evaluateAll((all: HTMLElement[]) => all.map(({ clientHeight }) => clientHeight));
  await open();
  await images.nth(count - 1).waitFor({ state: 'attached' });
  const before = await heights();
  letThrough();
  const photos = await images.evaluateAll(async (all: HTMLImageElement[]): Promise<ShownPhoto[]> => {
    for (const image of all) {
      image.scrollIntoView();
      await image.decode();
    }
    return all.map(({ currentSrc, clientWidth, clientHeight, naturalWidth, naturalHeight }) => ({
      url: currentSrc,
      width: Math.max(clientWidth, clientHeight * (naturalWidth / naturalHeight)),
    }));
  });
  const after = await heights();
  return { photos, jumped: after.filter((height, index) => height !== before[index] || height === 0) };
}
