import { agreeToFilms, createBucket, send, untilFilmsMade } from '../support/customer.ts';
import { customerTest as test, expect } from '../support/fixtures.ts';
import { fastForwardUntil } from '../support/page-clock.ts';
import { singlePhoto } from '../support/sample-photos.ts';

test('an order that costs nothing skips the payment page', async ({ page, product, customer, administrator }) => {
  const bucketId = await createBucket(product, customer, [
    { path: singlePhoto, theme: 'Single person', effect: 'Smile' },
  ]);
  await agreeToFilms(product, customer, bucketId);
  const { data: prices } = (await send(product, 'GET', '/api/pricing')) as { data: object };
  const setPrices = (changes: object) =>
    send(product, 'POST', '/api/pricing/admin', { ...prices, ...changes }, administrator);
  await setPrices({ packageDiscounts: { '1': 100 } });
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  await page.clock.install();
  await page.goto(`/invoice/${bucketId}`);
  await page.getByLabel('Name or company').fill('Rosa Lind');
  await page.getByLabel('Street and number').fill('Lime Street 5');
  await page.getByLabel('City').fill('Vienna');
  await page.getByLabel('Post code').fill('1010');
  await page.getByLabel('Country').selectOption('AT');
  await page.getByLabel('My photos meet the photo guidelines.').check();
  await page.getByLabel(/I agree that the purchase is final/).check();
  await expect(page.getByText('$0.00').first()).toBeVisible();
  await page.getByRole('button', { name: 'Order without payment' }).click();
  await expect(page).toHaveURL(/\/payment\/success/);
  await page.clock.fastForward(2_000);
  await expect(page.getByRole('heading', { name: /complete/ })).toBeVisible();
  await page.clock.fastForward(5_000);
  await expect(page).toHaveURL('/dashboard');
  await untilFilmsMade(product, customer, bucketId);
  await fastForwardUntil(page, page.getByRole('button', { name: /Watch/ }).first());
  expect(visited.filter((url) => url.startsWith(product.checkoutUrl))).toEqual([]);
  await setPrices({});
});
