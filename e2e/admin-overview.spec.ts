import type { Locator, Page } from '@playwright/test';
import { until } from '../server/test/until.ts';
import { expectAccessible, expectNoOverflow } from './axe.ts';
import {
  chooseLanguage,
  createBucket,
  createCustomer,
  deleteBucket,
  payForBucket,
  read,
  type Customer,
} from './customer.ts';
import { adminTest as test, expect } from './fixtures.ts';
import type { Product } from './product.ts';
import { singlePhoto } from './sample-photos.ts';

// Every figure is of the whole shop.
test.use({ shop: 'overview' });
test.describe.configure({ mode: 'serial' });

test('a shop without an order looks calm', async ({ page }) => {
  await openOverview(page);
  await expect(page.getByText('Nothing has been sold yet.')).toBeVisible();
  await expect(figure(page, 'All-time total')).toHaveText('$0.00');
  for (const name of ['Average revenue per image', 'Conversion rate', 'Monthly growth', 'Success rate'])
    await expect(figure(page, name), name).toHaveText('–');
  await expect(page.locator('main')).not.toHaveText(/NaN|Infinity|undefined|null/);
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test.describe('after two orders and a set that was deleted unpaid', () => {
  test.beforeAll(async ({ product, administrator }) => placeOrders(product, administrator));

  test('every figure says so', async ({ page }) => {
    await openOverview(page);
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
    for (const [name, value] of Object.entries(expected)) await expect(figure(page, name), name).toHaveText(value);
    await expect(figure(page, 'Average processing time')).toHaveText(/^[\d.]+ sec$/);
    const averages = page.getByRole('table', { name: 'Set statistics' });
    await expect(averages.getByRole('row', { name: 'Revenue per set $5.99 $5.99' })).toBeVisible();
    await expect(averages.getByRole('row', { name: 'Variations per set 1.5 1.5' })).toBeVisible();
    await expect(averages.getByRole('row', { name: 'Images per set 1 1' })).toBeVisible();
    await expect(page.getByText(/^\$11\.97 in 30 days\. The best day was /)).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page, [320, 390, 1280]);
  });

  test('charts are read by keyboard, point by point and as tables', async ({ page }) => {
    await openOverview(page);
    const trend = page.getByRole('figure', { name: 'Revenue trend' });
    const reader = trend.getByRole('slider');
    await reader.focus();
    await expect(reader).toHaveAttribute('aria-valuetext', /: \$11\.97$/);
    await page.keyboard.press('ArrowLeft');
    await expect(reader).toHaveAttribute('aria-valuetext', /: \$0\.00$/);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    const rows = trend.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(31);
    await expect(rows.nth(1)).toContainText('$11.97');
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.keyboard.press('Enter');
    await expect(trend.getByRole('slider')).toBeVisible();

    const people = page.getByRole('figure', { name: 'User activity' });
    await people.getByRole('button', { name: 'View as table' }).press('Enter');
    expect(await people.getByRole('row').nth(1).innerText()).toMatch(/\s2$/);

    await page.getByLabel('Time shown').selectOption({ label: 'Since the first sale' });
    await expect(page.getByText(/^\$11\.97 in 30 days/)).toBeVisible();
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 900 } });

    test('there are no axe violations, light or dark', { tag: '@full' }, async ({ page }) => {
      await openOverview(page);
      await expectAccessible(page);
    });
  });

  test('in every language it fits on the narrowest screens', async ({ page, product, administrator }) => {
    await openOverview(page);
    for (const [language, heading] of Object.entries(lastHeading)) {
      await chooseLanguage(product, administrator, language);
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      await page.reload();
      await expect(page.getByRole('heading', { level: 3, name: heading })).toBeVisible();
      await expectNoOverflow(page);
    }
  });

  test('an answer that fails says why', async ({ page, faults }) => {
    faults.allow('status of 500');
    await page.route('**/api/admin/sales', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 'internal' } }),
    );
    await page.goto('/admin');
    await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  });
});

/** The heading of the last section; English last, which the tests after it read. */
const lastHeading = {
  hu: 'A feldolgozás elemzése',
  de: 'Verarbeitungsanalyse',
  fr: 'Analyse du traitement',
  es: 'Análisis del procesamiento',
  en: 'Processing analysis',
};

/** Two orders of which every film is made, and a bucket that is deleted. */
async function placeOrders(product: Product, administrator: Customer): Promise<void> {
  const customer = await createCustomer(product, 'Rosa Lind');
  const prepare = (versions: number) =>
    createBucket(product, customer, [{ path: singlePhoto, theme: 'Single person', effect: 'Smile', versions }]);
  await payForBucket(product, customer, await prepare(2));
  await payForBucket(product, customer, await prepare(1));
  await deleteBucket(product, customer, await prepare(1));
  const films = async () => ((await read(product, administrator, '/api/admin/dashboard')) as { films: number }).films;
  await until(
    async () => (await films()) === 3,
    60_000,
    async () => `${await films()} films are made`,
  );
}

async function openOverview(page: Page): Promise<void> {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 2, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: 'Processing analysis' })).toBeVisible();
}

/** The value that stands under a name. */
function figure(page: Page, name: string): Locator {
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) });
  return page.locator('dl > div').filter({ has: term }).locator('dd').first();
}
