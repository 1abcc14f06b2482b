import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../support/axe.ts';
import { chooseLanguage, createBucket, createCustomer, signedInState, type Customer } from '../support/customer.ts';
import { customerTest, expect, signedInAs, test } from '../support/fixtures.ts';
import { singlePhoto } from '../support/sample-photos.ts';

// Component tests in web/ cover the states of each screen; this file covers each screen as the product serves it.

interface Screen {
  name: string;
  path: () => string;
  /** Heading that is shown once the screen has loaded. */
  heading: string | RegExp;
  /** Brings the screen to the tested state. */
  act?: (page: Page) => Promise<void>;
}

const publicScreens: Screen[] = [
  { name: 'landing page', path: () => '/', heading: 'See them smile again', act: showAll },
  { name: 'sign-in page', path: () => '/login', heading: 'Sign in' },
  { name: 'registration with errors', path: () => '/register', heading: 'Create your account', act: sendEmpty },
  { name: 'forgotten password', path: () => '/forgot-password', heading: /password/i },
  { name: 'reset link that does not work', path: () => '/reset-password', heading: 'This link does not work' },
  { name: 'terms', path: () => '/terms', heading: 'Terms and Conditions' },
  { name: 'origin of a film', path: () => '/made-here', heading: 'Was this film made here?', act: checkFilm },
  { name: 'unknown address', path: () => '/nothing-here', heading: 'There is no page here' },
];

const gallery: Screen = { name: 'gallery', path: () => '/dashboard', heading: 'Memory Gallery', act: untilPhotos };
const otherPrivateScreens: Screen[] = [
  { name: 'first step with gaps', path: () => '/process', heading: 'Your photos and their effects', act: leaveGaps },
  { name: 'invoice', path: () => `/invoice/${bucketId}`, heading: 'Invoice details', act: untilPrice },
  { name: 'profile', path: () => '/profile', heading: 'My Profile' },
];

let customer: Customer;
let bucketId: string;
test.beforeAll(async ({ product }) => {
  customer = await createCustomer(product, 'Rosa Lind');
  bucketId = await createBucket(product, customer, [
    { path: singlePhoto, theme: 'Couple or group', effect: 'Laugh', films: 2 },
  ]);
});

for (const { width, tag } of [
  { width: 390, tag: [] },
  { width: 1280, tag: '@full' },
]) {
  test.describe(`at ${width} pixels, light and dark`, { tag }, () => {
    test.use({ viewport: { width, height: 900 } });

    // Component tests cover each of these screens.
    test('screens of a visitor have no axe violations and no overflow at any width', { tag: '@full' }, ({ page }) =>
      look(page, publicScreens),
    );

    test.describe(() => {
      test.use({ storageState: signedInAs(() => customer) });

      test('the gallery has no axe violations, and fits at every width', ({ page }) => look(page, [gallery]));

      test('what else a customer sees has no axe violations, and fits at every width', { tag: '@full' }, ({ page }) =>
        look(page, otherPrivateScreens),
      );
    });
  });
}

for (const { language, tag } of [
  // German has the longest texts; the other languages run with `full`.
  { language: 'de', tag: [] },
  ...['hu', 'fr', 'es'].map((name) => ({ language: name, tag: '@full' })),
]) {
  customerTest.describe(`in ${language}`, { tag }, () => {
    customerTest.use({
      viewport: { width: 390, height: 900 },
      storageState: async ({ product, customer: reader }, provide) => {
        await chooseLanguage(product, reader, language);
        await provide(signedInState(product, reader, { language }));
      },
    });

    customerTest('every screen declares its language and fits 320 pixels', async ({ page }) => {
      for (const path of ['/', '/terms', '/made-here', '/nothing-here', '/dashboard', '/process', '/profile']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect.soft(page.locator('html'), path).toHaveAttribute('lang', language);
        await expectNoOverflow(page, [320], path);
      }
    });
  });
}

async function look(page: Page, screens: Screen[]): Promise<void> {
  for (const { name, path, heading, act } of screens) {
    await page.goto(path());
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await act?.(page);
    await expectAccessible(page, name);
    await expectNoOverflow(page, [320, 390, 1280], name);
  }
}

/** A file that is not a film, then a film without a provenance mark. */
async function checkFilm(page: Page): Promise<void> {
  await page.getByLabel('Choose a film').setInputFiles(singlePhoto);
  await expect(page.getByText('This file is not a film that we can read.')).toBeVisible();
  await page.getByLabel('Choose a film').setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: emptyFilm });
  await expect(page.getByText('Nothing shows that this film was made here')).toBeVisible();
}

/** The `ftyp` box of an MP4 file, which is enough to be recognised as one. */
const emptyFilm = Buffer.from('00000014667479706d703432000000006d703432', 'hex');

async function showAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Each photo, with its first film')).toBeVisible();
}

async function sendEmpty(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
}

async function untilPhotos(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Continue to payment/ }).first()).toBeVisible();
}

async function untilPrice(page: Page): Promise<void> {
  await expect(page.getByText('$6.98').first()).toBeVisible();
}

async function leaveGaps(page: Page): Promise<void> {
  await page.locator('input[type="file"]').first().setInputFiles([singlePhoto]);
  await page.getByLabel('Who is in the photo?').selectOption({ label: 'Single person' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
}
