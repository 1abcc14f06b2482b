import { readFile, stat } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import {
  type Customer,
  customerOf,
  password,
  read,
  send,
  uniqueEmail,
  untilFilmsMade,
  untilOwnPhotosSeen,
} from '../support/customer.ts';
import { followMail, register, signIn } from '../support/registration.ts';
import { expect, test } from '../support/fixtures.ts';
import { fastForwardUntil } from '../support/page-clock.ts';
import type { Product } from '../support/product.ts';
import { portraits } from '../support/sample-photos.ts';
import { uploadedPhoto } from '../support/wizard-page.ts';

const customer = { name: 'Rosa Lind', email: '', password };

test.use({ filmsBy: 'embedded renderer', contextOptions: { reducedMotion: 'no-preference' } });

test('a person registers, orders two photos, pays on the hosted page, and watches and downloads the films', async ({
  page,
  product,
  administrator,
  faults,
}) => {
  await makeSmallFilms(product, administrator);
  // The clock injects a script, which the mailbox's content security policy blocks.
  faults.allow('Blocked script execution');
  customer.email = uniqueEmail(customer.name);
  await page.clock.install();
  await page.goto('/register');
  await register(page, customer);
  await followMail(page, product, customer.email, /verify/i);
  // The page goes on by itself after two seconds: on a slow machine its own words are not there to be found any more.
  await expect(page).toHaveURL('/login');
  await signIn(page, customer);

  await expect(page.getByRole('heading', { name: 'Memory Gallery', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Create New Memory' }).first().click();
  await choosePhotosAndEffects(page);
  // On a busy machine this takes longer than the page waits; the payment is refused until then.
  const bucketId = await untilOwnPhotosSeen(page, product);
  await page.getByRole('button', { name: 'Continue' }).click();
  await fillInvoice(page);
  await payOnHostedPage(page, product);

  await expect(page.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
  // The page continues by itself.
  await expect(page).toHaveURL('/dashboard');
  await untilFilmsMade(product, await customerOf(page), bucketId);
  const films = page.getByRole('button', { name: /Watch/ });
  await fastForwardUntil(page, films.nth(2));

  await watch(page, films.first());
  await download(page);
  await followMail(page, product, customer.email, /ready/i);
  await expect(page.getByRole('dialog', { name: /made from/ }), 'the film that the mail shows').toBeVisible();
});

/** The smallest size that an administrator can choose takes a quarter of the time. */
async function makeSmallFilms(product: Product, administrator: Customer): Promise<void> {
  const { config } = (await read(product, administrator, '/api/admin/video-config')) as { config: object };
  await send(product, 'POST', '/api/admin/video-config', { ...config, resolution: '540p' }, administrator);
}

async function choosePhotosAndEffects(page: Page): Promise<void> {
  await page.locator('input[type="file"]').first().setInputFiles(portraits.slice(0, 2));
  const first = page.getByRole('group', { name: /Photo 1 of 2/ });
  const second = page.getByRole('group', { name: /Photo 2 of 2/ });
  await first.getByLabel('Who is in the photo?').selectOption({ label: 'Single person' });
  await first.getByRole('button', { name: 'Smile', exact: true }).click();
  await first.getByRole('spinbutton', { name: 'Versions' }).fill('2');
  await second.getByLabel('Who is in the photo?').selectOption({ label: 'Couple or group' });
  await second.getByRole('button', { name: 'Laugh' }).click();
  await page.getByLabel('My photos meet the photo guidelines.').check();
  await page.getByLabel(/I agree that the purchase is final/).check();
  for (const number of [1, 2]) await expect(uploadedPhoto(page, number, 2)).toBeVisible();
}

async function fillInvoice(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Invoice details' })).toBeVisible();
  await page.getByLabel('Name or company').fill(customer.name);
  await page.getByLabel('Street and number').fill('Lime Street 5');
  await page.getByLabel('City').fill('Vienna');
  await page.getByLabel('Post code').fill('1010');
  await page.getByLabel('Country').selectOption('AT');
  await expect(page.getByText('$11.97').first()).toBeVisible();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
}

async function payOnHostedPage(page: Page, { checkoutUrl }: Product): Promise<void> {
  await page.waitForURL(`${checkoutUrl}/**`);
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByLabel('Expiry (MM/YY)').fill('12/34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill(customer.name);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
}

async function watch(page: Page, film: Locator): Promise<void> {
  await film.click();
  const video = page.locator('dialog[open] video');
  await video.evaluate(async (player: HTMLVideoElement) => {
    player.muted = true;
    await player.play();
    if (player.currentTime < 0.5) {
      await new Promise<void>((resolve) => {
        player.addEventListener('timeupdate', () => player.currentTime >= 0.5 && resolve());
      });
    }
  });
  const facts = await video.evaluate((element: HTMLVideoElement) => {
    const { duration, videoWidth, videoHeight } = element;
    return { duration, videoWidth, videoHeight };
  });
  expect(facts.duration).toBeGreaterThan(4.5);
  expect(facts.videoWidth).toBeGreaterThan(0);
  expect(facts.videoHeight).toBeGreaterThan(0);
}

async function download(page: Page): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.mp4$/);
  const path = await file.path();
  expect((await stat(path)).size).toBeGreaterThan(50_000);
  expect((await readFile(path)).subarray(4, 8).toString()).toBe('ftyp');
  await page.keyboard.press('Escape');
}
