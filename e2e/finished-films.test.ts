import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { arriveSignedIn, createCustomer, createSet, setPackageDiscount, signInAdmin } from './customer.ts';
import { startInBrowser } from './in-browser.ts';
import { obstacles, overhang } from './obstacles.ts';
import { orderWithoutPayment } from './order-without-payment.ts';

const photo = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo/sample1.jpg');
const adminEmail = 'admin@example.com';
const password = 'under the pear tree';

const { product, browser } = await startInBrowser({ settings: { ADMIN_EMAIL: adminEmail, POLL_INTERVAL_MS: '500' } });
const customer = await createCustomer(product, 'Rosa Lind');
const bucketId = await createSet(product, customer, [
  { path: photo, theme: 'Single person', effect: 'Smile', versions: 2 },
]);
await setPackageDiscount(product, await signInAdmin(product, adminEmail), { '1': 100 });
await withPage(browser, async (page) => {
  await arriveSignedIn(page, product, customer);
  await orderWithoutPayment(page, product, bucketId);
  await page.waitForURL('**/dashboard', { timeout: 30_000 });
  await page.getByRole('button', { name: /Download all 2 films/ }).waitFor({ timeout: 120_000 });
});

/** The dashboard of the customer. */
async function dashboard(page: Page): Promise<void> {
  await arriveSignedIn(page, product, customer);
  await page.goto(`${product.url}/dashboard`);
  await page.getByRole('button', { name: /Share films/ }).waitFor();
}

async function isClear(page: Page, width: number): Promise<void> {
  assert.deepEqual(await obstacles(page), { light: [], dark: [] });
  assert.ok((await overhang(page, 320)) <= 0, 'stands out at 320 pixels');
  await page.setViewportSize({ width, height: 900 });
}

for (const width of [390, 1280]) {
  describe(`whoever has finished films, at ${width} pixels`, () => {
    test('shows one of them to a guest by a link with a password, and ends it', () =>
      withPage(
        browser,
        async (page, faults) => {
          await dashboard(page);
          const link = await makeLink(page, width);
          await withPage(browser, (guest) => visit(guest, link, width), { width });
          await page.getByRole('button', { name: /End link/ }).click();
          await page.getByText('The link has ended.').first().waitFor();
          await withPage(
            browser,
            async (guest) => {
              await guest.goto(link);
              await guest.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
              await isClear(guest, width);
            },
            { width },
          );
          assert.deepEqual(faults, []);
        },
        { width },
      ));

    test('reads what happened to the set', () =>
      withPage(
        browser,
        async (page, faults) => {
          await dashboard(page);
          await page.getByRole('button', { name: /History of the set/ }).click();
          const entries = page.getByRole('dialog').getByRole('listitem');
          await entries.filter({ hasText: 'You began this set.' }).waitFor();
          const told = (await entries.allInnerTexts()).join('\n');
          for (const text of [
            'Ordered: $0.00.',
            'Paid: $0.00.',
            'The film Smile 2 of sample1.jpg was finished.',
            'your films are ready',
          ])
            assert.ok(told.includes(text), `${text} in ${told}`);
          await isClear(page, width);
          assert.deepEqual(faults, []);
        },
        { width },
      ));
  });
}

test('a film that shows something else than was chosen says so in the gallery, and below its name', () =>
  withPage(browser, async (page, faults) => {
    const waving = await createCustomer(product, 'Ilse Brandt');
    const photos = [{ path: photo, theme: 'Single person', effect: 'Wave' }];
    const set = await createSet(product, waving, photos);
    await arriveSignedIn(page, product, waving);
    await orderWithoutPayment(page, product, set);
    await page.waitForURL('**/dashboard', { timeout: 30_000 });
    const instead = 'A hand in a photo cannot be made to wave, so this film shows a nod instead.';
    await page.getByText(instead).waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Watch' }).first().click();
    await page.getByRole('dialog', { name: /^Wave/ }).getByText(instead).waitFor();
    assert.deepEqual(faults, []);
  }));

test('a finger on the film leads to the next one and back, but not over the bar with the place in the film', () =>
  withPage(
    browser,
    async (page, faults) => {
      await dashboard(page);
      await page
        .getByRole('button', { name: /^Smile 1/ })
        .first()
        .click();
      const viewer = page.getByRole('dialog', { name: /^Smile 1/ });
      const next = page.getByRole('dialog', { name: /^Smile 2/ });
      await viewer.waitFor();
      await swipe(page, { right: -120, fromBottom: 30 });
      await swipe(page, { right: -40, fromBottom: 150 });
      assert.ok(await viewer.isVisible(), 'too short, or over the bar');
      await swipe(page, { right: -120, fromBottom: 150 });
      await next.waitFor();
      await swipe(page, { right: 120, fromBottom: 150 });
      await viewer.waitFor();
      assert.deepEqual(faults, []);
    },
    { width: 390, touch: true },
  ));

test('a set says in how many days it is deleted, and exactly when', () =>
  withPage(browser, async (page) => {
    await dashboard(page);
    const chip = page.getByText(/^Deleted in \d+ days/);
    const at = new Date((await chip.locator('time').getAttribute('datetime')) ?? '');
    const days = Math.ceil((at.getTime() - Date.now()) / 86_400_000);
    const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(at);
    assert.equal(await chip.innerText(), `Deleted in ${days} days · ${when}`);
  }));

test('a customer downloads everything that is kept of them', () =>
  withPage(browser, async (page, faults) => {
    await arriveSignedIn(page, product, customer);
    await page.goto(`${product.url}/profile`);
    await page.getByRole('button', { name: 'Put my data together' }).click();
    const button = page.getByRole('button', { name: 'Download my data' });
    await button.waitFor({ timeout: 60_000 });
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    assert.equal(file.suggestedFilename(), 'keepsake-data.zip');
    assert.ok((await stat(await file.path())).size > 100_000);
    await isClear(page, 1280);
    assert.deepEqual(faults, []);
  }));

/** Draws a finger over the film, so far above its lower edge. */
async function swipe(page: Page, { right, fromBottom }: { right: number; fromBottom: number }): Promise<void> {
  const box = await page.locator('dialog[open] video').boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height - fromBottom];
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x, y }]);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', [{ x: x + right * part, y }]);
  await touch('touchEnd', []);
  await finger.detach();
}

async function makeLink(page: Page, width: number): Promise<string> {
  await page.getByRole('button', { name: /Share films/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Smile 2/).uncheck();
  await dialog.getByLabel('Password', { exact: false }).first().fill(password);
  await isClear(page, width);
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await dialog.getByText('Your link is ready').waitFor();
  await isClear(page, width);
  return dialog.getByLabel('Your link', { exact: true }).inputValue();
}

async function visit(page: Page, link: string, width: number): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { name: 'These films are behind a password' }).waitFor();
  await isClear(page, width);
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('under the apple tree');
  await page.getByRole('button', { name: 'Show films' }).click();
  await page.getByText('This password is not right.').waitFor();
  assert.equal(await field.inputValue(), 'under the apple tree', 'what was typed stays');
  await field.fill(password);
  await field.press('Enter');
  await page.getByRole('heading', { name: 'A film for you' }).waitFor();
  const video = page.locator('main video');
  assert.equal(await video.count(), 1);
  const lasts = await video.evaluate(async (player: HTMLVideoElement) => {
    player.muted = true;
    await player.play();
    return player.duration;
  });
  assert.ok(lasts > 4.5, `${lasts} s`);
  await isClear(page, width);
}
