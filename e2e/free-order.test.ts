import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { launchBrowser, withPage } from './browser.ts';
import { arriveSignedIn, createCustomer, createSet, setPackageDiscount, signInAdmin } from './customer.ts';
import { orderWithoutPayment } from './order-without-payment.ts';
import { startProduct } from './product.ts';

const photo = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo/sample1.jpg');
const adminEmail = 'admin@example.com';

test('an order that costs nothing is made without the payment page', async (t) => {
  const product = await startProduct({ settings: { ADMIN_EMAIL: adminEmail, POLL_INTERVAL_MS: '500' } });
  t.after(() => product.stop());
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const customer = await createCustomer(product, 'Rosa Lind');
  const bucketId = await createSet(product, customer, [{ path: photo, theme: 'Single person', effect: 'Smile' }]);
  await setPackageDiscount(product, await signInAdmin(product, adminEmail), { '1': 100 });

  await withPage(browser, async (page, faults) => {
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(frame.url()));
    await arriveSignedIn(page, product, customer);
    await orderWithoutPayment(page, product, bucketId);
    await page.getByRole('heading', { name: /complete/ }).waitFor();
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: /Watch/ }).first().waitFor({ timeout: 60_000 });
    assert.ok(!visited.some((url) => url.startsWith(product.checkoutUrl)));
    assert.deepEqual(faults, []);
  });
});
