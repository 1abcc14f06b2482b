import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../server/test/harness.ts';
import { withPage } from './browser.ts';
import { startInBrowser } from './in-browser.ts';

/** Real photographs, from a development dependency. */
const samples = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo');
const photos = [join(samples, 'sample1.jpg'), join(samples, 'sample2.jpg')];
const customer = { name: 'Rosa Lind', email: 'rosa@example.com', password: 'three blue teacups' };

const { product, browser } = await startInBrowser({ settings: { POLL_INTERVAL_MS: '500' } });

describe('a person', () => {
  test('registers, orders two photos, pays on the hosted page, and watches and downloads the films', async () => {
    await withPage(browser, order);
  });
});

async function order(page: Page, faults: string[]): Promise<void> {
  await register(page);
  await followMail(page, /verify/i);
  await page.getByRole('heading', { name: 'Your email is verified' }).waitFor();
  await page.getByRole('link', { name: 'Continue now' }).click();
  await signIn(page);

  await page.getByRole('heading', { name: 'Memory Gallery', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Create New Memory' }).first().click();
  await choosePhotosAndEffects(page);
  await fillInvoice(page);
  const paidAt = await payOnHostedPage(page);

  await page.getByRole('heading', { name: 'Payment complete' }).waitFor({ timeout: 20_000 });
  await page.waitForURL('**/dashboard', { timeout: 20_000 });
  const films = page.getByRole('button', { name: /Watch/ });
  await films.nth(2).waitFor({ timeout: 180_000 });
  process.stdout.write(
    `two photos, three films: ${((Date.now() - paidAt) / 1000).toFixed(1)} s from Pay to the dashboard\n`,
  );

  await watch(page, films.first());
  await download(page);
  await followMail(page, /ready/i);
  await page.getByRole('heading', { name: 'Memory Gallery', level: 1 }).waitFor();
  assert.deepEqual(faults, []);
}

async function register(page: Page): Promise<void> {
  await page.goto(`${product.url}/register`);
  await page.getByLabel('Name').fill(customer.name);
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.getByLabel('Confirm password').fill(customer.password);
  await page.getByLabel('I accept the Terms and Conditions.').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Registration successful! Please check your email to verify your account.').waitFor();
}

/** Opens the newest mail with such a subject in the mailbox and follows its first link of our own site. */
async function followMail(page: Page, subject: RegExp): Promise<void> {
  await page.goto(product.mailboxUrl);
  const mail = page.getByRole('link', { name: subject }).first();
  await until(
    async () => (await page.reload()) !== null && (await mail.count()) > 0,
    20_000,
    () => `no mail with ${subject}`,
  );
  await mail.click();
  const link = page.locator(`a[href^="${product.url}/"]:not([href*="/dev/mail"])`).first();
  await page.goto((await link.getAttribute('href')) ?? '');
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function choosePhotosAndEffects(page: Page): Promise<void> {
  await page.locator('input[type="file"]').first().setInputFiles(photos);
  const first = page.getByRole('group', { name: /Photo 1 of 2/ });
  const second = page.getByRole('group', { name: /Photo 2 of 2/ });
  await first.getByLabel('Who is in the photo?').selectOption({ label: 'Single person' });
  await first.getByRole('radio', { name: 'Smile' }).check();
  await first.getByRole('spinbutton', { name: 'Versions' }).fill('2');
  await second.getByLabel('Who is in the photo?').selectOption({ label: 'Couple or group' });
  await second.getByRole('radio', { name: 'Laugh together' }).check();
  await page.getByLabel('My photos meet the photo guidelines.').check();
  await page.getByLabel(/I agree that the purchase is final/).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function fillInvoice(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Invoice details' }).waitFor();
  await page.getByLabel('Name or company').fill(customer.name);
  await page.getByLabel('Street and number').fill('Lime Street 5');
  await page.getByLabel('City').fill('Vienna');
  await page.getByLabel('Post code').fill('1010');
  await page.getByLabel('Country').selectOption('AT');
  await page.getByText('$11.97').first().waitFor();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
}

/** @returns when Pay was pressed */
async function payOnHostedPage(page: Page): Promise<number> {
  await page.waitForURL(`${product.checkoutUrl}/**`);
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByLabel('Expiry (MM/YY)').fill('12/34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill(customer.name);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page
    .getByText(/declined/i)
    .first()
    .waitFor();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('CVC').fill('123');
  const pressed = Date.now();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  return pressed;
}

async function watch(page: Page, film: ReturnType<Page['locator']>): Promise<void> {
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
  assert.ok(facts.duration > 4.5 && facts.videoWidth > 0 && facts.videoHeight > 0, JSON.stringify(facts));
}

async function download(page: Page): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  assert.match(file.suggestedFilename(), /\.mp4$/);
  const path = await file.path();
  assert.ok((await stat(path)).size > 50_000);
  assert.equal((await readFile(path)).subarray(4, 8).toString(), 'ftyp');
  await page.keyboard.press('Escape');
}
