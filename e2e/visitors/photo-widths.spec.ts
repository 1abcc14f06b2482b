import type { Page, Response } from '@playwright/test';
import sharp from 'sharp';
import { createBucket, createCustomer, type Customer } from '../support/customer.ts';
import { expect, signedInAs, test } from '../support/fixtures.ts';
import { groupPhoto, portraits } from '../support/sample-photos.ts';

let customer: Customer;
let bucketId: string;
test.beforeAll(async ({ product }) => {
  customer = await createCustomer(product, 'Rosa Lind');
  const theme = 'Couple or group';
  const photos = [groupPhoto, ...portraits.slice(1)].map((path) => ({ path, theme, effect: 'Laugh' }));
  bucketId = await createBucket(product, customer, photos);
});

interface Place {
  page: string;
  path: () => string;
  /** Device pixel ratio. */
  density: number;
  window: number;
  /** Widest photo that may be requested. */
  most: number;
  /** Runs with `full` only. */
  tag?: '@full';
}

const places: Place[] = [
  { page: 'the gallery', path: () => '/dashboard', density: 1, window: 390, most: 640, tag: '@full' },
  { page: 'the gallery', path: () => '/dashboard', density: 2, window: 390, most: 960 },
  { page: 'the gallery', path: () => '/dashboard', density: 1, window: 1280, most: 640, tag: '@full' },
  { page: 'the wizard', path: () => '/process', density: 1, window: 390, most: 640, tag: '@full' },
  { page: 'the wizard', path: () => '/process', density: 2, window: 1280, most: 640, tag: '@full' },
  { page: 'the invoice page', path: () => `/invoice/${bucketId}`, density: 2, window: 390, most: 320, tag: '@full' },
];

for (const { page: name, path, density, window, most, tag = [] } of places)
  test.describe('photos', { tag }, () => {
    test.use({
      viewport: { width: window, height: 900 },
      deviceScaleFactor: density,
      storageState: signedInAs(() => customer),
    });

    test(`${name} asks for photos no wider than it shows them: ${window} pixels, ${density} of the screen for each`, async ({
      page,
    }) => {
      await page.addInitScript((id) => sessionStorage.setItem('existingBucketId', id), bucketId);
      const answers: Response[] = [];
      page.on('response', (response) => {
        if (new URL(response.url()).pathname.startsWith('/uploads/')) answers.push(response);
      });
      // The load event comes after the photos.
      const open = () => page.goto(path(), { waitUntil: 'domcontentloaded' });
      const { photos, jumped } = await whileOnTheirWay(page, open, 3);
      expect(jumped, 'their places are kept').toEqual([]);
      expect(answers.length, 'each is asked for once').toBe(3);
      for (const answer of answers) {
        const picture = await answer.body();
        const { width, format } = await sharp(picture).metadata();
        const shown = photos.find(({ url }) => url === answer.url())?.width ?? 0;
        const facts = `${picture.length} bytes, ${width} pixels wide, shown ${shown} wide: ${answer.url()}`;
        expect(answer.url()).toMatch(/&w=(?:320|640|800|960)$/);
        expect(format).toBe('webp');
        expect(picture.length < 60_000 && width <= most, facts).toBe(true);
        // A browser may choose the smaller of the two nearest widths.
        expect(width >= 0.7 * density * shown, `not sharp: ${facts}`).toBe(true);
      }
    });
  });

interface ShownPhoto {
  /** The chosen URL. */
  url: string;
  /** In CSS pixels, including what the frame crops. */
  width: number;
}

/** Waits for this many photos. @returns them, and the heights of those that shift the layout when they load */
async function whileOnTheirWay(page: Page, open: () => Promise<unknown>, count: number) {
  const { promise, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route('**/uploads/*', async (route) => {
    await promise;
    await route.continue();
  });
  const images = page.locator('main img[srcset]');
  const heights = () => images.evaluateAll((all: HTMLElement[]) => all.map(({ clientHeight }) => clientHeight));
  await open();
  await expect(images).toHaveCount(count);
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
