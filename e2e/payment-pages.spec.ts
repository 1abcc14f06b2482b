import { expectAccessible } from './axe.ts';
import { createBucket, payForBucket } from './customer.ts';
import { customerTest, expect } from './fixtures.ts';
import { fastForwardUntil } from './page-clock.ts';
import { singlePhoto } from './sample-photos.ts';

const test = customerTest.extend<{ bucketId: string }>({
  bucketId: async ({ product, customer }, provide) =>
    provide(await createBucket(product, customer, [{ path: singlePhoto, theme: 'Single person', effect: 'Smile' }])),
});

test.use({ viewport: { width: 390, height: 900 } });

test('the invoice names each mistake in the order of the page, and keeps what was typed', async ({
  page,
  bucketId,
}) => {
  await page.goto(`/invoice/${bucketId}`);
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' }).getByRole('listitem');
  await page.getByLabel('Name or company').fill('');
  await page.getByLabel('City').fill('東京');
  await page.getByLabel('Country').selectOption('AT');
  await page.getByLabel(/^Tax number/).fill('12345678');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(summary).toHaveText([
    'Name or company: This field is required',
    'Tax number: Enter the tax number as this country writes it, for example ATU12345678.',
    'Street and number: This field is required',
    'Post code: This field is required',
    'City: Please use Latin, Greek or Cyrillic letters.',
    'Confirm that your photos meet the photo guidelines',
    'Agree that the purchase is final',
  ]);
  await page.getByLabel(/^Tax number/).fill('u 1234.5678');
  await expect(summary.filter({ hasText: 'Tax number' })).toHaveCount(0);
  await summary.getByRole('link', { name: /^City/ }).click();
  await expect(page.getByLabel('City')).toBeFocused();
  await expect(page.getByLabel('City')).toHaveValue('東京');
  await expectAccessible(page);
});

test.describe('whoever comes back from the payment page', () => {
  test('without having paid finds the set again, and the way to pay', async ({ page, bucketId }) => {
    await page.goto(`/payment/cancel?bucket=${bucketId}`);
    await expect(page.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible();
    await expect(page.getByText(/Your photos and your choices are saved/)).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
    await page.getByRole('link', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Invoice details' })).toBeVisible();
    await expect(page).toHaveURL(`/invoice/${bucketId}`);
  });

  test('by an address that names no set is told so and taken to the dashboard', async ({ page }) => {
    await page.clock.install();
    await page.goto('/payment/success');
    await expect(page.getByText('Error: Missing bucket information')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue now' })).toBeVisible();
    await page.clock.fastForward(10_000);
    await expect(page).toHaveURL('/dashboard');
  });

  test('where the server cannot be asked is told so and taken to the dashboard', async ({ page, bucketId, faults }) => {
    faults.allow('status of 500');
    await page.route(`**/api/buckets/${bucketId}`, (route) => route.fulfill({ status: 500, body: '' }));
    await page.clock.install();
    await page.goto(`/payment/success?bucket=${bucketId}`);
    await page.clock.fastForward(2_000);
    await expect(page.getByText('Error verifying payment. Please check your dashboard.')).toBeVisible();
    await page.clock.fastForward(10_000);
    await expect(page).toHaveURL('/dashboard');
  });

  test('stays on the page who begins to use it before it goes on', async ({ page }) => {
    await page.clock.install();
    await page.goto('/payment/success');
    const now = page.getByRole('link', { name: 'Continue now' });
    await now.focus();
    await page.clock.runFor(10_000);
    await expect(page).toHaveURL('/payment/success');
    await now.click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('before the payment has arrived sees it arrive on the dashboard, without loading the page anew', async ({
    page,
    product,
    customer,
    bucketId,
  }) => {
    await page.clock.install();
    await page.goto(`/payment/success?bucket=${bucketId}`);
    await page.clock.fastForward(2_000);
    await expect(page.getByText('Payment received but processing delayed. Please check your dashboard.')).toBeVisible();
    await page.clock.fastForward(10_000);
    await expect(page).toHaveURL('/dashboard');
    const pay = page.getByRole('button', { name: 'Pay for this set' });
    await expect(pay).toBeVisible();
    await payForBucket(product, customer, bucketId);
    await fastForwardUntil(page, page.getByText('Paid', { exact: true }));
    await expect(pay).toBeHidden();
  });
});
