// Takes the README's picture: starts the product, orders films of drawn old prints, and photographs the dashboard once they are done.
// `node scripts/take-picture.ts [file]`; needs the built web app and Chromium.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { launchBrowser } from '../e2e/support/browser.ts';
import { storeSession, createCustomer, createBucket, type OrderedPhoto } from '../e2e/support/customer.ts';
import { startProduct } from '../e2e/support/product.ts';
import { agedPrint, type AgedPrint, prints } from '../art/src/prints/aged-print.ts';

const target = resolve(process.argv[2] ?? join(import.meta.dirname, '../docs/picture.png'));
const theme = 'Single person';

const folder = await mkdtemp(join(tmpdir(), 'keepsake-picture-'));
const [product, browser] = await Promise.all([
  startProduct({ settings: { POLL_INTERVAL_MS: '500' } }),
  launchBrowser(),
]);
try {
  const customer = await createCustomer(product, 'Rosa Lind');
  await createBucket(product, customer, [
    { path: await develop(prints.grandmother, 'Grandmother 1931.jpg'), theme, effect: 'Smile' },
    { path: await develop(prints.mother, 'Mother 1954.jpg'), theme, effect: 'Wink', films: 2 },
    { path: await develop(prints.grandfather, 'Grandfather 1928.jpg'), theme, effect: 'Nod' },
  ] satisfies OrderedPhoto[]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1040 },
    deviceScaleFactor: 1600 / 1440,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await storeSession(page, product, customer);
  await payForSet(page, product.url);
  await page.goto(`${product.url}/dashboard`);
  await page.getByText('Your films are ready').nth(2).waitFor({ timeout: 180_000 });
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toBuffer();
  await writeFile(target, picture);
  console.log(`${target}: ${Math.round(picture.length / 1000)} kB`);
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

async function develop(print: AgedPrint, name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, await agedPrint(print));
  return path;
}

async function payForSet(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByLabel('My photos meet the photo guidelines.').check();
  await page.getByLabel(/I agree that the purchase is final/).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Street and number').fill('Lime Street 5');
  await page.getByLabel('City').fill('Vienna');
  await page.getByLabel('Post code').fill('1010');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry (MM/YY)').fill('12/34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill('Rosa Lind');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
}
