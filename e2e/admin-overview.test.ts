import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../server/test/harness.ts';
import { startAdministration } from './admin.ts';
import { withPage } from './browser.ts';
import { arriveSignedIn, chooseLanguage, createCustomer, createSet, deleteSet, payForSet, read } from './customer.ts';
import { obstacles, overhang } from './obstacles.ts';

const photo = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo/sample1.jpg');

const { product, browser, admin } = await startAdministration({ POLL_INTERVAL_MS: '500' });

test('a shop without an order looks calm', () =>
  withPage(browser, async (page, faults) => {
    await overview(page);
    await page.getByText('Nothing has been sold yet.').waitFor();
    assert.equal(await figure(page, 'All-time total'), '$0.00');
    for (const name of ['Average revenue per image', 'Conversion rate', 'Monthly growth', 'Success rate'])
      assert.equal(await figure(page, name), '–', name);
    assert.doesNotMatch(await page.locator('main').innerText(), /NaN|Infinity|undefined|null/);
    await isClear(page, 1280);
    assert.deepEqual(faults, []);
  }));

describe('after two orders and a set that was deleted unpaid', () => {
  before(async () => {
    const customer = await createCustomer(product, 'Rosa Lind');
    const order = (versions: number) =>
      createSet(product, customer, [{ path: photo, theme: 'Single person', effect: 'Smile', versions }]);
    await payForSet(product, customer, await order(2));
    await payForSet(product, customer, await order(1));
    await deleteSet(product, customer, await order(1));
    const films = async () => ((await read(product, admin, '/api/admin/dashboard')) as { films: number }).films;
    await until(
      async () => (await films()) === 3,
      60_000,
      async () => `${await films()} films are made`,
    );
  });

  test('every figure says so', () =>
    withPage(browser, async (page, faults) => {
      await overview(page);
      const expected = {
        'All-time total': '$11.97',
        'Average revenue per image': '$5.99',
        'Conversion rate': '66.7%',
        'Average revenue per set': '$5.99',
        'Monthly growth': '0.0%',
        'Sets since ever': '3',
        'Here now, paid and unpaid': '2',
        'Deleted since ever': '1',
        'Share of all sets': '33.3%',
        'Lost revenue': '$4.99',
        'Films delivered': '3',
        'Films still to be made': '0',
        'Success rate': '100.0%',
      };
      for (const [name, value] of Object.entries(expected)) assert.equal(await figure(page, name), value, name);
      assert.match(await figure(page, 'Average processing time'), /^[\d.]+ sec$/);
      const averages = page.getByRole('table', { name: 'Set statistics' });
      await averages.getByRole('row', { name: 'Revenue per set $5.99 $5.99' }).waitFor();
      await averages.getByRole('row', { name: 'Variations per set 1.5 1.5' }).waitFor();
      await averages.getByRole('row', { name: 'Images per set 1 1' }).waitFor();
      await page.getByText(/^\$11\.97 in 30 days\. The best day was /).waitFor();
      assert.deepEqual(faults, []);
    }));

  test('charts are read by keyboard, point by point and as tables', () =>
    withPage(browser, async (page, faults) => {
      await overview(page);
      const trend = page.getByRole('figure', { name: 'Revenue trend' });
      const reader = trend.getByRole('slider');
      await reader.focus();
      assert.match(await spoken(reader), /: \$11\.97$/);
      await page.keyboard.press('ArrowLeft');
      assert.match(await spoken(reader), /: \$0\.00$/);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      const table = trend.getByRole('table');
      const [, newest] = await table.getByRole('row').allInnerTexts();
      assert.match(newest ?? '', /\$11\.97/);
      assert.equal(await table.getByRole('row').count(), 31);
      await isClear(page, 1280);
      await page.keyboard.press('Enter');
      await trend.getByRole('slider').waitFor();

      const people = page.getByRole('figure', { name: 'User activity' });
      await people.getByRole('button', { name: 'View as table' }).press('Enter');
      const [, today] = await people.getByRole('row').allInnerTexts();
      assert.match(today ?? '', /\s2$/);

      await page.getByLabel('Time shown').selectOption({ label: 'Since the first sale' });
      await page.getByText(/^\$11\.97 in 30 days/).waitFor();
      assert.deepEqual(faults, []);
    }));

  for (const width of [390, 1280]) {
    test(`nothing stands in anyone's way at ${width} pixels, light and dark`, () =>
      withPage(
        browser,
        async (page, faults) => {
          await overview(page);
          await isClear(page, width);
          assert.deepEqual(faults, []);
        },
        { width },
      ));
  }

  test('in every language it fits on the narrowest screens', () =>
    withPage(browser, async (page, faults) => {
      await overview(page);
      for (const [language, heading] of Object.entries(analysis)) {
        await chooseLanguage(product, admin, language);
        await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
        await page.reload();
        await page.getByRole('heading', { level: 3, name: heading }).waitFor();
        assert.ok((await overhang(page, 320)) <= 0, `${language} stands out at 320 pixels`);
      }
      assert.deepEqual(faults, []);
    }));

  test('an answer that fails says why', () =>
    withPage(browser, async (page) => {
      await page.route('**/api/admin/sales', (route) =>
        route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 'internal' } }),
      );
      await arriveSignedIn(page, product, admin);
      await page.goto(`${product.url}/admin`);
      await page.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor();
    }));
});

/** The heading of the last section; English last, which the tests after it read. */
const analysis = {
  hu: 'A feldolgozás elemzése',
  de: 'Verarbeitungsanalyse',
  fr: 'Analyse du traitement',
  es: 'Análisis del procesamiento',
  en: 'Processing analysis',
};

async function overview(page: Page): Promise<void> {
  await arriveSignedIn(page, product, admin);
  await page.goto(`${product.url}/admin`);
  await page.getByRole('heading', { level: 2, name: 'Overview' }).waitFor();
  await page.getByRole('heading', { level: 3, name: 'Processing analysis' }).waitFor();
}

/** The value that stands under a name. */
function figure(page: Page, name: string): Promise<string> {
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) });
  return page.locator('dl > div').filter({ has: term }).locator('dd').first().innerText();
}

async function spoken(reader: Locator): Promise<string> {
  return (await reader.getAttribute('aria-valuetext')) ?? '';
}

async function isClear(page: Page, width: number): Promise<void> {
  assert.deepEqual(await obstacles(page), { light: [], dark: [] });
  assert.ok((await overhang(page, 320)) <= 0, 'stands out at 320 pixels');
  await page.setViewportSize({ width, height: 900 });
}
