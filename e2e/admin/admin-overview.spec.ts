import type { Locator, Page } from '@playwright/test';
import { until } from '../../server/test/until.ts';
import { createBucket, createCustomer, deleteBucket, payForBucket, read, type Customer } from '../support/customer.ts';
import { adminTest as test, expect } from '../support/fixtures.ts';
import type { Product } from '../support/product.ts';
import { singlePhoto } from '../support/sample-photos.ts';

// A product of its own: every figure covers the whole shop.
test.use({ shop: 'overview' });

test('an empty shop shows zeros; two orders and a deleted unpaid set change every figure', async ({
  page,
  product,
  administrator,
}) => {
  await openOverview(page);
  await expect(page.getByText('Nothing has been sold yet.')).toBeVisible();
  await expect(figure(page, 'All-time total')).toHaveText('$0.00');
  for (const name of ['Average revenue per image', 'Conversion rate', 'Monthly growth', 'Success rate'])
    await expect(figure(page, name), name).toHaveText('–');
  await expect(page.locator('main')).not.toHaveText(/NaN|Infinity|undefined|null/);

  await placeOrders(product, administrator);
  await openOverview(page);
  const expected = {
    'All-time total': '$11.97',
    'Average revenue per image': '$5.99',
    'Conversion rate': '66.7%',
    'Average revenue per set': '$5.99',
    'Monthly growth': '0.0%',
    'Sets so far': '3',
    'Here now, paid and unpaid': '2',
    'Deleted so far': '1',
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
});

/** Creates two orders with finished films, and deletes an unpaid bucket. */
async function placeOrders(product: Product, administrator: Customer): Promise<void> {
  const customer = await createCustomer(product, 'Rosa Lind');
  const prepare = (films: number) =>
    createBucket(product, customer, [{ path: singlePhoto, theme: 'Single person', effect: 'Smile', films }]);
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

/** The value of a named figure. */
function figure(page: Page, name: string): Locator {
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) });
  return page.locator('dl > div').filter({ has: term }).locator('dd').first();
}
