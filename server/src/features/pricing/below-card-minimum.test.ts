import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { isBelowCardMinimum } from './below-card-minimum.ts';
import type { PriceList } from './pricing.queries.ts';

const dollars: PriceList = {
  basePrice: 499,
  variantPrice: 199,
  currency: 'USD',
  volumeDiscounts: {},
  variantDiscounts: {},
  packageDiscounts: {},
};

describe('finds prices with an order that is too small for a card', () => {
  test('below the smallest charge, not at it', () => {
    assert.equal(isBelowCardMinimum({ ...dollars, basePrice: 49 }), true);
    assert.equal(isBelowCardMinimum({ ...dollars, basePrice: 50 }), false);
  });

  test('never if it costs nothing', () => {
    assert.equal(isBelowCardMinimum({ ...dollars, packageDiscounts: { 1: 100 } }), false);
  });

  test('if a discount on photos makes it so', () => {
    assert.equal(isBelowCardMinimum({ ...dollars, volumeDiscounts: { 2: 99 } }), true);
    assert.equal(isBelowCardMinimum({ ...dollars, volumeDiscounts: { 2: 90 } }), false);
  });

  test('if a discount on all films makes it so', () => {
    assert.equal(isBelowCardMinimum({ ...dollars, packageDiscounts: { 3: 99 } }), true);
    assert.equal(isBelowCardMinimum({ ...dollars, packageDiscounts: { 3: 90 } }), false);
  });

  test('if a discount on the films of each photo makes it so', () => {
    const cheap = { ...dollars, basePrice: 100, variantPrice: 60 };
    const list = { ...cheap, volumeDiscounts: { 3: 100, 4: 0 }, packageDiscounts: { 1: 100, 6: 50, 7: 100 } };
    // 3 photos with 6 films cost nothing and 3 × 60; half of it with a further 50 % is 45.
    assert.equal(isBelowCardMinimum({ ...list, variantDiscounts: { 2: 50 } }), true);
    assert.equal(isBelowCardMinimum({ ...list, variantDiscounts: { 2: 0 } }), false);
  });

  test('if the photos cost nothing and a further film little', () => {
    const free = { ...dollars, variantPrice: 20, volumeDiscounts: { 1: 100 } };
    assert.equal(isBelowCardMinimum(free), true);
    assert.equal(isBelowCardMinimum({ ...free, variantPrice: 50 }), false);
    assert.equal(
      isBelowCardMinimum({ ...free, variantPrice: 20, volumeDiscounts: { 101: 100 } }),
      false,
      'out of reach',
    );
    // Ten films begin at a tenth: 1 photo with 10 films costs 9 × 0.50 × 10 %.
    assert.equal(isBelowCardMinimum({ ...free, variantPrice: 50, variantDiscounts: { 10: 90 } }), true);
    assert.equal(isBelowCardMinimum({ ...free, variantPrice: 50, packageDiscounts: { 3: 60 } }), true);
  });

  test('if a small price is rounded to nothing first', () => {
    // 1 and 2 photos cost 0.00, from 5 on 0.01.
    assert.equal(isBelowCardMinimum({ ...dollars, basePrice: 10, packageDiscounts: { 1: 99 } }), true);
  });

  test('with thousands of discounts too', () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [at + 1, at % 50]));
    const list = { ...dollars, volumeDiscounts: many, variantDiscounts: many, packageDiscounts: many };
    assert.equal(isBelowCardMinimum(list), false);
  });

  test('without a look at fewer films than photos, which no order has', () => {
    assert.equal(isBelowCardMinimum({ ...dollars, volumeDiscounts: { 5: 10 }, packageDiscounts: { 2: 10 } }), false);
  });
});
