import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { calculatePrice, discountSet, priceLine, pricing } from './pricing.ts';

const isDiscountSet = (value: unknown) => discountSet.safeParse(value).success;

describe('discounts', () => {
  test('have integer thresholds from 1 with at most six digits', () => {
    for (const threshold of ['1', '9', '10', '999999']) assert.ok(isDiscountSet({ [threshold]: 10 }), threshold);
    for (const threshold of ['0', '01', '1.5', '-1', '', 'x', '1x', 'x1', '1000000', ' 1'])
      assert.ok(!isDiscountSet({ [threshold]: 10 }), threshold);
  });

  test('are whole percents from 0 to 100', () => {
    for (const percent of [0, 1, 100]) assert.ok(isDiscountSet({ 5: percent }), String(percent));
    for (const percent of [-1, 101, 2.5, '10', null]) assert.ok(!isDiscountSet({ 5: percent }), String(percent));
  });

  test('default to none', () => {
    const prices = { basePrice: 4.99, variantPrice: 1.99, currency: 'USD' };
    assert.deepEqual(pricing.parse(prices), {
      ...prices,
      volumeDiscounts: {},
      variantDiscounts: {},
      packageDiscounts: {},
    });
  });
});

test('a price has at most two decimals and lies between a cent and a million', () => {
  const isPrice = (basePrice: number) => pricing.safeParse({ basePrice, variantPrice: 1, currency: 'EUR' }).success;
  assert.deepEqual([0.01, 1, 1_000_000].map(isPrice), [true, true, true]);
  assert.deepEqual([0, 0.009, -1, 1.001, 1_000_000.01].map(isPrice), [false, false, false, false, false]);
});

test('a line has one of five kinds', () => {
  const kinds = ['base', 'volume_discount', 'variants', 'variant_discount', 'package_discount'];
  for (const kind of kinds) assert.ok(priceLine.safeParse({ kind, quantity: 1, amount: 1 }).success, kind);
  assert.ok(!priceLine.safeParse({ kind: '', quantity: 1, amount: 1 }).success);
});

test('a price is requested for a set, or for a number of photos', () => {
  const body = (value: unknown) => calculatePrice.body.safeParse(value).success;
  assert.ok(body({ imageCount: 0, variantsPerImage: 1 }));
  assert.ok(!body({ imageCount: 1001, variantsPerImage: 1 }));
  assert.ok(!body({ bucketId: 'x' }));
});
