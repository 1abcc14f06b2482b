import { stat } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { until } from '../../server/test/until.ts';
import {
  createBucket,
  createCustomer,
  type Customer,
  payForBucket,
  read,
  untilFilmsMade,
} from '../support/customer.ts';
import { expect, signedInAs, test } from '../support/fixtures.ts';
import { fastForwardUntil } from '../support/page-clock.ts';
import { chooseAction } from '../support/set-menu.ts';
import { singlePhoto } from '../support/sample-photos.ts';

const password = 'under the pear tree';

let customer: Customer;
test.beforeAll(async ({ product }) => {
  customer = await createCustomer(product, 'Rosa Lind');
  const bucketId = await createBucket(product, customer, [
    { path: singlePhoto, theme: 'Single person', effect: 'Smile', films: 2 },
  ]);
  await payForBucket(product, customer, bucketId);
  await untilFilmsMade(product, customer, bucketId);
});

test.use({ storageState: signedInAs(() => customer) });

test('a customer shares a film with a guest by a link with a password, and ends the share', async ({
  page,
  openPage,
}) => {
  await openDashboard(page);
  const link = await makeLink(page);
  await visit(await openPage(), link);
  await page.getByRole('button', { name: /End link/ }).click();
  await expect(page.getByText('The link has ended.').first()).toBeVisible();
  const guest = await openPage();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
});

test('a customer reads the history of a set, and when it is deleted', async ({ page }) => {
  await openDashboard(page);
  const chip = page.getByText(/^Deleted in \d+ days/).locator('..');
  const at = new Date((await chip.locator('time').getAttribute('datetime')) ?? '');
  const days = Math.round((at.getTime() - Date.now()) / 86_400_000);
  const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(at);
  await expect(chip).toHaveText(`Deleted in ${days} days · ${when}`);

  await chooseAction(page, /History of the set/);
  const entries = page.getByRole('dialog').getByRole('listitem');
  for (const text of [
    'You uploaded photos for this set.',
    'Paid: $6.98.',
    'All 2 films were made.',
    'your films are ready',
    'The set and its files will be deleted.',
  ])
    await expect(entries.filter({ hasText: text }).first(), text).toBeVisible();
  await entries.filter({ hasText: 'All 2 films were made.' }).locator('summary').click();
  for (const text of [
    'The film Smile 2 of portrait-1.jpg was begun.',
    'The film Smile 2 of portrait-1.jpg was finished.',
  ])
    await expect(entries.filter({ hasText: text }).first(), text).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 900 }, hasTouch: true, isMobile: true });

  test('a swipe on the film leads to the next one and back, except on the seek bar', async ({ page }) => {
    await openDashboard(page);
    await page
      .getByRole('button', { name: /^Smile 1/ })
      .first()
      .click();
    const viewer = page.getByRole('dialog', { name: /^Smile 1/ });
    const next = page.getByRole('dialog', { name: /^Smile 2/ });
    await expect(viewer).toBeVisible();
    await swipe(page, { right: -120, fromBottom: 30 });
    await swipe(page, { right: -40, fromBottom: 150 });
    expect(await viewer.isVisible(), 'too short, or over the bar').toBe(true);
    await swipe(page, { right: -120, fromBottom: 150 });
    await expect(next).toBeVisible();
    await swipe(page, { right: 120, fromBottom: 150 });
    await expect(viewer).toBeVisible();
  });
});

test('a customer downloads a copy of their data', async ({ page, product }) => {
  await page.clock.install();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Put my data together' }).click();
  await until(async () => {
    const { dataExport } = (await read(product, customer, '/api/data-exports/latest')) as {
      dataExport: { state: string } | null;
    };
    return dataExport?.state === 'ready';
  });
  const button = page.getByRole('button', { name: 'Download my data' });
  await fastForwardUntil(page, button);
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(file.suggestedFilename()).toBe('films-friends-data.zip');
  expect((await stat(await file.path())).size).toBeGreaterThan(100_000);
});

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: /^Smile 1/ }).first()).toBeVisible();
}

/** Swipes over the film, this many pixels above its lower edge. */
async function swipe(page: Page, { right, fromBottom }: { right: number; fromBottom: number }): Promise<void> {
  const box = await page.locator('dialog[open] video').boundingBox();
  if (!box) throw new Error('There is no film to draw a finger over.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height - fromBottom];
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x, y }]);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', [{ x: x + right * part, y }]);
  await touch('touchEnd', []);
  await finger.detach();
}

async function makeLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: /Share films/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Smile 2/).uncheck();
  await dialog.getByLabel('Password', { exact: false }).first().fill(password);
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByText('Your link is ready')).toBeVisible();
  return dialog.getByLabel('Your link', { exact: true }).inputValue();
}

async function visit(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'These films are behind a password' })).toBeVisible();
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('under the apple tree');
  await page.getByRole('button', { name: 'Show films' }).click();
  await expect(page.getByText('This password is not right.')).toBeVisible();
  await expect(field, 'what was typed stays').toHaveValue('under the apple tree');
  await field.fill(password);
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'A film for you' })).toBeVisible();
  const video = page.locator('main video');
  await expect(video).toHaveCount(1);
  const seconds = await video.evaluate(async (player: HTMLVideoElement) => {
    player.muted = true;
    await player.play();
    return player.duration;
  });
  expect(seconds).toBeGreaterThan(4.5);
}
