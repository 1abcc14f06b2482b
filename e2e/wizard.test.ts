import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { limits } from '@keepsake/contract/limits';
import type { Locator, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { withPage } from './browser.ts';
import { arriveSignedIn, createCustomer, createSet, read, type Customer } from './customer.ts';
import { startInBrowser } from './in-browser.ts';

/** Photographs, from a development dependency. */
const samples = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo');
const [first, second] = [join(samples, 'sample1.jpg'), join(samples, 'sample2.jpg')] as const;
const uploads = '**/api/content/upload';

const { product, browser } = await startInBrowser();

describe('photos of a set', () => {
  test('can be dropped; what is dropped beside the zone does not take the page away', () =>
    withPage(browser, async (page, faults) => {
      await openWizard(page, 'Dropped');
      const zone = page.getByText('Drop your photos here');
      await drop(zone, first);
      await uploaded(page, 1, 1).waitFor();
      assert.equal(await drop(page.getByRole('heading', { level: 1 }), second), false, 'the browser would open it');
      assert.equal(await page.getByRole('group', { name: /^Photo 2/ }).count(), 0);
      assert.deepEqual(faults, []);
    }));

  test('of more than 1 MB are made smaller in the browser, off the page’s own thread', () =>
    withPage(browser, async (page, faults) => {
      const customer = await openWizard(page, 'Large');
      const large = { name: 'scan.png', mimeType: 'image/png', buffer: await noise(1800, 1500) };
      assert.ok(large.buffer.length > limits.downscaleAboveBytes);
      const worker = page.waitForEvent('worker');
      const sent = page.waitForRequest(uploads);
      await page.getByLabel('Choose photos').setInputFiles(large);
      assert.match((await worker).url(), /downscale\.worker/);
      const length = Number(await (await sent).headerValue('content-length'));
      assert.ok(length > 0 && length < large.buffer.length / 2, `${length} bytes were sent`);
      await uploaded(page, 1, 1).waitFor();
      const { buckets } = (await read(product, customer, '/api/content/my?page=1&limit=5')) as {
        buckets: { Contents: { photoUrl: string; originalName: string }[] }[];
      };
      const [photo] = buckets[0]?.Contents ?? [];
      const kept = await sharp(
        Buffer.from(await (await fetch(new URL(photo?.photoUrl ?? '', product.url))).arrayBuffer()),
      ).metadata();
      assert.deepEqual([kept.width, kept.height], [1200, 1000]);
      assert.deepEqual(faults, []);
    }));

  test('that were not sent when the page was loaded again are sent then', () =>
    withPage(browser, async (page) => {
      await openWizard(page, 'Reloaded');
      await page.route(uploads, () => undefined);
      await page.getByLabel('Choose photos').setInputFiles([first, second]);
      await page.getByRole('group', { name: 'Photo 2 of 2: sample2.jpg' }).waitFor();
      await page.getByRole('progressbar', { name: 'Upload of sample1.jpg' }).waitFor();
      await page.unroute(uploads);
      await page.reload();
      await uploaded(page, 1, 2).waitFor();
      await uploaded(page, 2, 2).waitFor();
    }));

  test('all take the theme and the effects of one, until that is undone', () =>
    withPage(browser, async (page, faults) => {
      await openWizard(page, 'For all');
      await page.getByLabel('Choose photos').setInputFiles([first, second]);
      const [one, other] = [
        page.getByRole('group', { name: /^Photo 1 of 2/ }),
        page.getByRole('group', { name: /^Photo 2 of 2/ }),
      ];
      await one.getByLabel('Who is in the photo?').selectOption({ label: 'Single person' });
      await one.getByRole('radio', { name: 'Smile' }).check();
      await one.getByRole('spinbutton', { name: 'Versions' }).fill('3');
      await one.getByRole('button', { name: 'Use for all photos' }).click();
      assert.ok(await other.getByRole('radio', { name: 'Smile' }).isChecked());
      assert.equal(await other.getByRole('spinbutton', { name: 'Versions' }).inputValue(), '3');
      await page.getByRole('button', { name: 'Undo' }).click();
      await other.getByText('Choose a theme first: it decides which effects there are.').waitFor();
      assert.ok(await one.getByRole('radio', { name: 'Smile' }).isChecked());
      assert.deepEqual(faults, []);
    }));

  test('that are on their way are waited for by whoever goes on, and named where they do not arrive', () =>
    withPage(browser, async (page) => {
      await openWizard(page, 'On the way');
      const held: Route[] = [];
      await page.route(uploads, (route) => void held.push(route));
      await page.getByLabel('Choose photos').setInputFiles(first);
      await page.getByLabel('Who is in the photo?').selectOption({ label: 'Single person' });
      await page.getByRole('radio', { name: 'Smile' }).check();
      await page.getByLabel('My photos meet the photo guidelines.').check();
      await page.getByLabel(/I agree that the purchase is final/).check();
      const goOn = page.getByRole('button', { name: 'Continue' });
      await page.getByRole('progressbar', { name: 'Upload of sample1.jpg' }).waitFor();
      await goOn.click();
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') !== null);
      assert.equal(await page.getByText('There is a problem').count(), 0);
      await held[0]?.abort('connectionreset');
      await page.getByRole('alert').getByText('Photo 1').waitFor();
      await page.unroute(uploads);
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await goOn.click();
      await page.getByRole('heading', { name: 'Invoice details' }).waitFor();
    }));

  test('that wait to be paid for are changed again from the gallery', () =>
    withPage(browser, async (page, faults) => {
      const customer = await createCustomer(product, 'Once more');
      await createSet(product, customer, [{ path: first, theme: 'Single person', effect: 'Wink', versions: 2 }]);
      await arriveSignedIn(page, product, customer);
      await page.goto(`${product.url}/dashboard`);
      await page.getByRole('button', { name: 'Pay for this set' }).click();
      const card = page.getByRole('group', { name: /^Photo 1 of 1/ });
      await card.getByRole('spinbutton', { name: 'Versions' }).waitFor();
      assert.ok(await card.getByRole('radio', { name: 'Wink' }).isChecked());
      assert.equal(await card.getByRole('spinbutton', { name: 'Versions' }).inputValue(), '2');
      await card.getByRole('spinbutton', { name: 'Versions' }).fill('');
      await card.getByRole('spinbutton', { name: 'Versions' }).blur();
      assert.equal(await card.getByRole('spinbutton', { name: 'Versions' }).inputValue(), '1');
      await page.getByText('Your choices are saved').waitFor();
      const { buckets } = (await read(product, customer, '/api/content/my?page=1&limit=5')) as {
        buckets: { Contents: { variety: number }[] }[];
      };
      assert.equal(buckets[0]?.Contents[0]?.variety, 1);
      assert.deepEqual(faults, []);
    }));
});

async function openWizard(page: Page, name: string): Promise<Customer> {
  const customer = await createCustomer(product, name);
  await arriveSignedIn(page, product, customer);
  await page.goto(`${product.url}/process`);
  await page.getByRole('heading', { level: 1, name: 'Your photos and their effects' }).waitFor();
  return customer;
}

/** What a photo's card has once the server keeps it: it can be removed, and no longer stopped. */
function uploaded(page: Page, number: number, total: number): Locator {
  return page.getByRole('group', { name: `Photo ${number} of ${total}` }).getByRole('button', { name: 'Remove photo' });
}

/** Lets a file go over an element. @returns whether the browser would open it in the place of the page */
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

/** A picture that hardly compresses. */
function noise(width: number, height: number): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
