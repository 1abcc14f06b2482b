import type { Locator } from '@playwright/test';
import { createBucket, payForBucket, read, type Customer } from '../support/customer.ts';
import { customerTest as test, expect } from '../support/fixtures.ts';
import { fastForwardUntil } from '../support/page-clock.ts';
import type { Product } from '../support/product.ts';
import { chooseAction } from '../support/set-menu.ts';
import { singlePhoto } from '../support/sample-photos.ts';

const photo = { path: singlePhoto, theme: 'Single person', effect: 'Smile' };

test.use({ viewport: { width: 390, height: 900 } });

test('the gallery shows five sets per page, and deletes one only after a confirmation', async ({
  page,
  product,
  customer,
}) => {
  for (let count = 0; count < 6; count++) await createBucket(product, customer, [photo]);
  await page.goto('/dashboard');
  const buckets = page.getByRole('article');
  await expect(buckets).toHaveCount(5);
  const next = page.getByRole('link', { name: 'Page 2', exact: true });
  expect(await shiftOnceScrolledTo(next), 'pixels by which it moves as what is above it is drawn').toBeLessThan(3);
  await next.click();
  await expect(page).toHaveURL('/dashboard?page=2');
  await expect(buckets).toHaveCount(1);

  const remove = () => chooseAction(page, /^Delete set/);
  const dialog = page.getByRole('alertdialog');
  await remove();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(await countBuckets(product, customer)).toBe(6);
  await remove();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Set deleted')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(buckets).toHaveCount(5);
  expect(await countBuckets(product, customer)).toBe(5);
});

test('a customer who returns before the payment arrived sees it arrive without reloading the page', async ({
  page,
  product,
  customer,
}) => {
  const bucketId = await createBucket(product, customer, [photo]);
  await page.clock.install();
  await page.goto(`/payment/success?bucket=${bucketId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.fastForward(2_000);
  await expect(page.getByRole('heading', { name: 'Your payment has not arrived yet' })).toBeVisible();
  await page.clock.fastForward(5_000);
  await expect(page).toHaveURL('/dashboard');
  const pay = page.getByRole('button', { name: /^Continue to payment/ });
  await expect(pay).toBeVisible();
  await payForBucket(product, customer, bucketId);
  await fastForwardUntil(page, page.getByText('Paid', { exact: true }));
  await expect(pay).toBeHidden();
});

/** Scrolls there. @returns by how many pixels it is moved in the next frames */
function shiftOnceScrolledTo(element: Locator): Promise<number> {
  return element.evaluate(async (link) => {
    link.scrollIntoView({ block: 'center' });
    const top = link.getBoundingClientRect().top;
    for (let frame = 0; frame < 6; frame++) await new Promise((done) => requestAnimationFrame(done));
    return Math.abs(link.getBoundingClientRect().top - top);
  });
}

async function countBuckets(product: Product, customer: Customer): Promise<number> {
  const { pagination } = (await read(product, customer, '/api/content/my')) as { pagination: { total: number } };
  return pagination.total;
}
