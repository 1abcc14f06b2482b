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

  test('if the discount begins at an average of films that further photos are needed for', () => {
    const list = { ...dollars, variantPrice: 60, volumeDiscounts: { 2: 100 } };
    // 2 photos with 4 films cost 2 × 60 less 90 %; with an average of 3 films they cost 4 × 60 less 60 %.
    assert.equal(isBelowCardMinimum({ ...list, variantDiscounts: { 2: 90 } }), true);
    assert.equal(isBelowCardMinimum({ ...list, variantDiscounts: { 3: 60 } }), false);
  });

  test('if only the largest possible order is, and not if that would have to be larger', () => {
    const list = {
      ...dollars,
      basePrice: 50,
      variantPrice: 1,
      volumeDiscounts: { 100: 10 },
      variantDiscounts: { 2: 99 },
    };
    // 100 photos with 20,000 films cost 4,500 and 199; the last hundredth of it is 47.
    assert.equal(isBelowCardMinimum({ ...list, packageDiscounts: { 20_000: 99 } }), true);
    assert.equal(isBelowCardMinimum({ ...list, packageDiscounts: { 20_001: 99 } }), false);
  });

  test('if one free photo has further films that are not free', () => {
    const list = { ...dollars, variantPrice: 20, volumeDiscounts: { 1: 100, 2: 0 } };
    assert.equal(isBelowCardMinimum({ ...list, variantDiscounts: { 2: 100 }, packageDiscounts: { 5: 10 } }), false);
    assert.equal(isBelowCardMinimum({ ...list, variantDiscounts: { 2: 100, 3: 0 } }), true);
    // 198 further films cost 49.5, which is rounded to 50, of which a hundredth is rounded to 1; fewer cost nothing.
    const tiny = { ...list, basePrice: 10_000, variantPrice: 1, packageDiscounts: { 1: 99 } };
    assert.equal(isBelowCardMinimum({ ...tiny, variantDiscounts: { 1: 75 } }), true);
    assert.equal(isBelowCardMinimum({ ...tiny, variantDiscounts: { 1: 76 } }), false);
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
