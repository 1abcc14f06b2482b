import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { obstacles, overhang, standingOut } from './obstacles.ts';
import { arriveSignedIn, chooseLanguage, createCustomer, createSet, type Customer } from './customer.ts';
import { startInBrowser } from './in-browser.ts';

/** A photograph with people, from a development dependency. */
const photo = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo/sample2.jpg');

interface Screen {
  name: string;
  path: () => string;
  /** The heading that says that the screen has come. */
  heading: string | RegExp;
  /** Leads to the state that is looked at. */
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

const privateScreens: Screen[] = [
  { name: 'dashboard', path: () => '/dashboard', heading: 'Memory Gallery', act: untilPhotos },
  { name: 'first step with gaps', path: () => '/process', heading: 'Your photos and their effects', act: leaveGaps },
  { name: 'invoice', path: () => `/invoice/${bucketId}`, heading: 'Invoice details', act: untilPrice },
  { name: 'profile', path: () => '/profile', heading: 'My Profile' },
];

const { product, browser } = await startInBrowser();
const customer = await createCustomer(product, 'Rosa Lind');
const bucketId = await createSet(product, customer, [
  { path: photo, theme: 'Couple or group', effect: 'Laugh together', versions: 2 },
]);

for (const width of [390, 1280]) {
  describe(`at ${width} pixels, light and dark`, () => {
    for (const screen of publicScreens)
      test(`${screen.name}: nothing stands in anyone's way`, () => look(screen, width));
    for (const screen of privateScreens)
      test(`${screen.name}: nothing stands in anyone's way`, () => look(screen, width, customer));
  });
}

for (const language of ['hu', 'de', 'fr', 'es']) {
  test(`in ${language}: nothing stands in anyone's way, on any screen`, () =>
    withPage(
      browser,
      async (page, faults) => {
        const reader = await createCustomer(product, `Reader ${language}`);
        await chooseLanguage(product, reader, language);
        await arriveSignedIn(page, product, reader);
        await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
        for (const path of ['/', '/terms', '/made-here', '/nothing-here', '/dashboard', '/process', '/profile']) {
          await page.goto(product.url + path);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('networkidle');
          assert.equal(await page.locator('html').getAttribute('lang'), language, path);
          assert.deepEqual([path, await obstacles(page)], [path, { light: [], dark: [] }]);
          assert.ok((await overhang(page, 320)) <= 0, `${path} stands out at 320 pixels`);
          await page.setViewportSize({ width: 390, height: 900 });
        }
        assert.deepEqual(faults, []);
      },
      { width: 390 },
    ));
}

describe('with texts that are 40 % longer', () => {
  for (const [screens, isSignedIn] of [
    [publicScreens, false],
    [privateScreens, true],
  ] as const) {
    for (const { name, path, heading, act } of screens) {
      test(`${name}: nothing stands out sideways at 320 pixels`, () =>
        withPage(
          browser,
          async (page) => {
            await page.route('**/locales/**', async (route) => {
              const texts = (await (await route.fetch()).json()) as TextTree;
              await route.fulfill({ json: lengthened(texts) });
            });
            if (isSignedIn) await arriveSignedIn(page, product, customer);
            await page.goto(product.url + path());
            await page.getByRole('heading', { level: 1, name: heading }).waitFor();
            await act?.(page);
            assert.deepEqual(await standingOut(page, 320), []);
          },
          { width: 390 },
        ));
    }
  }
});

type TextTree = { [key: string]: string | TextTree };

/** Every text with four tenths of its length behind it. */
function lengthened(texts: TextTree): TextTree {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      if (typeof text !== 'string') return [key, lengthened(text)];
      return [
        key,
        text +
          ' länger '
            .repeat(text.length)
            .slice(0, Math.ceil(text.length * 0.4))
            .trimEnd(),
      ];
    }),
  );
}

function look({ path, heading, act }: Screen, width: number, visitor?: Customer): Promise<void> {
  return withPage(
    browser,
    async (page, faults) => {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
      if (visitor) await arriveSignedIn(page, product, visitor);
      await page.goto(product.url + path());
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await act?.(page);
      assert.deepEqual(await obstacles(page), { light: [], dark: [] });
      for (const narrow of [width, 320])
        assert.ok((await overhang(page, narrow)) <= 0, `stands out at ${narrow} pixels`);
      assert.deepEqual(faults, []);
    },
    { width },
  );
}

/** A file that is no film, then a film that carries no mark. */
async function checkFilm(page: Page): Promise<void> {
  await page.getByLabel('Choose a film').setInputFiles(photo);
  await page.getByText('This file is not a film that we can read.').waitFor();
  await page.getByLabel('Choose a film').setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: emptyFilm });
  await page.getByText('Nothing shows that this film was made here').waitFor();
}

/** The head of an MP4 file: all that is needed to be taken for one. */
const emptyFilm = Buffer.from('00000014667479706d703432000000006d703432', 'hex');

async function showAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('Each photo, with its first film').waitFor();
}

async function sendEmpty(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
}

async function untilPhotos(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to bucket' }).first().waitFor();
}

async function untilPrice(page: Page): Promise<void> {
  await page.getByText('$6.98').first().waitFor();
}

async function leaveGaps(page: Page): Promise<void> {
  await page.locator('input[type="file"]').first().setInputFiles([photo]);
  await page.getByLabel('Who is in the photo?').selectOption({ label: 'Single person' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
}
