import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { currencies } from '@keepsake/contract/primitives';
import { minorStep } from '@keepsake/contract/orders/money';
import fc from 'fast-check';
import type { PriceList } from './pricing.queries.ts';
import { priceOrder } from './price-order.ts';

const list: PriceList = {
  basePrice: 499,
  variantPrice: 199,
  currency: 'USD',
  volumeDiscounts: { 5: 10, 10: 15, 20: 20 },
  variantDiscounts: { 3: 10, 5: 20 },
  packageDiscounts: { 10: 5, 25: 10 },
};
const plain: PriceList = { ...list, volumeDiscounts: {}, variantDiscounts: {}, packageDiscounts: {} };

describe('the price of an order', () => {
  test('is the base price per photo and the variant price per further film', () => {
    const price = priceOrder(plain, { photos: 3, films: 7 });
    assert.equal(price.subtotal, 3 * 499 + 4 * 199);
    assert.equal(price.total, price.subtotal);
    assert.deepEqual(price.lines, [
      { kind: 'base', quantity: 3, unitPrice: 499, amount: 1497 },
      { kind: 'variants', quantity: 4, unitPrice: 199, amount: 796 },
    ]);
  });

  test('combines the three discounts in their order, each line rounded once', () => {
    // 10 photos, 30 films: 15 % off 49.90 is 42.415 → 42.42; 10 % off 39.80 is 35.82; 10 % off 78.24 is 70.416 → 70.42.
    const price = priceOrder(list, { photos: 10, films: 30 });
    assert.deepEqual(price.discounts, { volume: 15, variant: 10, package: 10 });
    assert.equal(price.subtotal, 8970);
    assert.equal(price.total, 7042);
    assert.deepEqual(
      price.lines.map(({ kind, amount }) => [kind, amount]),
      [
        ['base', 4990],
        ['volume_discount', -748],
        ['variants', 3980],
        ['variant_discount', -398],
        ['package_discount', -782],
      ],
    );
  });

  test('rounds forints to whole ones, halves away from zero', () => {
    const forints: PriceList = { ...plain, currency: 'HUF', basePrice: 15_000, volumeDiscounts: { 1: 1 } };
    // 150 Ft less 1 % is 148.5 Ft → 149 Ft.
    assert.equal(priceOrder(forints, { photos: 1, films: 1 }).total, 14_900);
  });

  test('reaches a threshold at its own number, and the highest one reached wins whatever its percentage', () => {
    assert.equal(priceOrder(list, { photos: 4, films: 4 }).discounts.volume, 0);
    assert.equal(priceOrder(list, { photos: 5, films: 5 }).discounts.volume, 10);
    assert.equal(priceOrder(list, { photos: 9, films: 9 }).discounts.volume, 10);
    const falling = { ...plain, volumeDiscounts: { 2: 50, 10: 5 } };
    assert.equal(priceOrder(falling, { photos: 10, films: 10 }).discounts.volume, 5);
  });

  test('counts the variant threshold on the average of films per photo', () => {
    assert.equal(priceOrder(list, { photos: 3, films: 8 }).discounts.variant, 0);
    assert.equal(priceOrder(list, { photos: 3, films: 9 }).discounts.variant, 10);
    assert.equal(priceOrder(list, { photos: 3, films: 15 }).discounts.variant, 20);
  });

  test('counts the package threshold on all films', () => {
    const discount = (films: number) => priceOrder(list, { photos: 2, films }).discounts.package;
    assert.deepEqual([9, 10, 24, 25].map(discount), [0, 5, 5, 10]);
  });

  test('of no photos is zero', () => {
    const price = priceOrder(list, { photos: 0, films: 0 });
    assert.deepEqual([price.total, price.subtotal, price.lines], [0, 0, []]);
    assert.deepEqual(price.discounts, { volume: 0, variant: 0, package: 0 });
  });

  test('refuses fewer films than photos and broken numbers', () => {
    assert.throws(() => priceOrder(list, { photos: 2, films: 1 }), RangeError);
    assert.throws(() => priceOrder(list, { photos: 1.5, films: 2 }), RangeError);
    assert.throws(() => priceOrder(list, { photos: -1, films: 2 }), RangeError);
  });
});

const percentages = fc.dictionary(fc.integer({ min: 1, max: 200 }).map(String), fc.integer({ min: 0, max: 100 }), {
  maxKeys: 4,
  noNullPrototype: true,
});
const lists = fc
  .record({
    currency: fc.constantFrom(...currencies),
    base: fc.integer({ min: 1, max: 1_000_000 }),
    variant: fc.integer({ min: 1, max: 1_000_000 }),
    volumeDiscounts: percentages,
    variantDiscounts: percentages,
    packageDiscounts: percentages,
  })
  .map(({ base, variant, ...rest }): PriceList => {
    const step = minorStep[rest.currency];
    return { ...rest, basePrice: base * step, variantPrice: variant * step };
  });
const sizes = fc
  .record({ photos: fc.integer({ min: 0, max: 100 }), further: fc.integer({ min: 0, max: 2000 }) })
  .map(({ photos, further }) => ({ photos, films: photos === 0 ? 0 : photos + further }));

describe('every price, in every currency', () => {
  test('is a whole number of steps, never below zero and never above the subtotal', () => {
    fc.assert(
      fc.property(lists, sizes, (prices, size) => {
        const { total, subtotal } = priceOrder(prices, size);
        assert.equal(total % minorStep[prices.currency], 0);
        assert.ok(Number.isSafeInteger(total) && total >= 0 && total <= subtotal);
      }),
    );
  });

  test('is the exact sum of its lines, of which only discounts are negative', () => {
    fc.assert(
      fc.property(lists, sizes, (prices, size) => {
        const { total, lines } = priceOrder(prices, size);
        assert.equal(
          lines.reduce((sum, line) => sum + line.amount, 0),
          total,
        );
        for (const line of lines) {
          assert.ok(Number.isInteger(line.amount / minorStep[prices.currency]));
          assert.ok(line.kind.endsWith('discount') ? line.amount <= 0 : line.amount > 0);
        }
      }),
    );
  });

  test('never rises with a bigger discount', () => {
    const kinds = fc.constantFrom('volumeDiscounts' as const, 'variantDiscounts' as const, 'packageDiscounts' as const);
    fc.assert(
      fc.property(lists, sizes, kinds, fc.integer({ min: 0, max: 100 }), (prices, size, kind, more) => {
        const raised = Object.fromEntries(
          Object.entries(prices[kind]).map(([threshold, percent]) => [threshold, Math.min(100, percent + more)]),
        );
        assert.ok(priceOrder({ ...prices, [kind]: raised }, size).total <= priceOrder(prices, size).total);
      }),
    );
  });

  test('is zero with a discount of 100 %', () => {
    fc.assert(
      fc.property(lists, sizes, (prices, size) => {
        assert.equal(priceOrder({ ...prices, packageDiscounts: { 1: 100 } }, size).total, 0);
      }),
    );
  });
});
