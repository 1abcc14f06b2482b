import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkoutAddress, NoCheckoutUrl } from './use-checkout.ts';

const here = 'https://shop.example/invoice/1';

test('a hosted page and a page of our own are gone to', () => {
  assert.equal(checkoutAddress('https://pay.example/c/1', here), 'https://pay.example/c/1');
  assert.equal(checkoutAddress('/payment/success?bucket=1', here), 'https://shop.example/payment/success?bucket=1');
});

test('nothing, nonsense and scripts are not', () => {
  for (const url of ['', 'http://', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd']) {
    assert.throws(() => checkoutAddress(url, here), NoCheckoutUrl, url);
  }
});
