import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { arriveSignedIn, chooseLanguage, createCustomer } from './customer.ts';
import { startInBrowser } from './in-browser.ts';

const { product, browser } = await startInBrowser();
const customer = await createCustomer(product, 'Rosa Lind');
await chooseLanguage(product, customer, 'hu');

const visits = [
  { path: '/login', page: 'login', heading: 'Sign in', texts: ['en/auth', 'en/common', 'en/errors'], answers: [] },
  {
    path: '/dashboard',
    page: 'dashboard',
    heading: 'Emlékgaléria',
    texts: ['hu/common', 'hu/dashboard', 'hu/errors'],
    answers: ['/api/auth/me', '/api/content/my?page=1&limit=5', '/api/content/prompts'],
  },
  {
    path: '/process',
    page: 'process',
    heading: 'Fényképei és effektjeik',
    texts: ['hu/common', 'hu/dashboard', 'hu/errors', 'hu/wizard'],
    answers: ['/api/auth/me', '/api/content/prompts', '/api/content/suggestion-pictograms', '/api/pricing'],
  },
  {
    path: '/profile',
    page: 'profile',
    heading: 'Profil',
    texts: ['hu/auth', 'hu/common', 'hu/errors', 'hu/profile'],
    answers: ['/api/auth/me', '/api/auth/sessions', '/api/data-exports/latest'],
  },
];

for (const { path, page: name, heading, texts, answers } of visits) {
  test(`${path} asks at once for its code, its texts and its data, while the app is still on its way`, () =>
    withPage(browser, async (page, faults) => {
      await arrive(page, path);
      let goOn = () => {};
      const held = new Promise<void>((resolve) => (goOn = resolve));
      await page.route('**/assets/index-*.js', async (route) => {
        await held;
        await route.continue();
      });
      const asked = [
        `**/assets/${name}-page-*.js`,
        ...texts.map((file) => `**/locales/${file}.json?v=*`),
        '**/site.json',
        ...answers.map((address) => product.url + address),
      ];
      await Promise.all([
        ...asked.map((address) => page.waitForRequest(address)),
        page.goto(product.url + path, { waitUntil: 'commit' }),
      ]);
      assert.equal(await page.getByRole('heading').count(), 0, 'nothing is drawn yet');
      goOn();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      assert.deepEqual(faults, []);
    }));

  test(`${path} asks for nothing twice, and for no code that its document does not name`, () =>
    withPage(browser, async (page, faults) => {
      await arrive(page, path);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url().replace(product.url, '')));
      const answer = await page.goto(product.url + path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.waitForLoadState('networkidle');
      assert.deepEqual(
        asked.filter((address, index) => asked.indexOf(address) !== index),
        [],
      );
      const document = (await answer?.text()) ?? '';
      const code = asked.filter((address) => /^\/assets\/.*\.(?:js|css)$/.test(address));
      assert.deepEqual(
        code.filter((address) => !document.includes(`"${address}"`)),
        [],
      );
      assert.deepEqual(
        asked
          .filter((address) => address.startsWith('/locales/'))
          .map((address) => address.slice(9).replace(/\.json.*/, ''))
          .toSorted(),
        texts,
      );
      // What was asked for early is all that is asked for: it has been of use.
      assert.deepEqual(asked.filter((address) => address.startsWith('/api/')).toSorted(), answers);
      assert.deepEqual(faults, []);
    }));
}

test('at an address with a query only who is signed in is asked for early', () =>
  withPage(browser, async (page) => {
    await arrive(page, '/dashboard');
    await page.route('**/assets/index-*.js', (route) => route.abort());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().replace(product.url, '')));
    await Promise.all([
      page.waitForResponse('**/api/auth/me'),
      page.goto(`${product.url}/dashboard?page=2`, { waitUntil: 'commit' }),
    ]);
    assert.deepEqual(
      asked.filter((address) => address.startsWith('/api/')),
      ['/api/auth/me'],
    );
  }));

/** In the language of whoever comes; a visitor's is English. */
async function arrive(page: Page, path: string): Promise<void> {
  if (path === '/login') return;
  await arriveSignedIn(page, product, customer, '/favicon.svg');
  await page.evaluate(() => localStorage.setItem('language', 'hu'));
}
