import assert from 'node:assert/strict';
import { test } from 'vitest';
import { minorStep } from '@keepsake/contract/orders/money';
import { currencies, languages } from '@keepsake/contract/primitives';
import fc from 'fast-check';
import { invoiceTexts } from '../../providers/invoicing/texts/invoice-texts.ts';
import { priceOrder } from '../pricing/price-order.ts';
import { checkoutLines } from './checkout-lines.ts';

const discounts = fc.dictionary(fc.integer({ min: 1, max: 20 }).map(String), fc.integer({ min: 0, max: 100 }), {
  maxKeys: 3,
  noNullPrototype: true,
});

test('the lines of a payment page add up to the total exactly, in whole steps, none of them negative or empty', () => {
  const orders = fc.record({
    currency: fc.constantFrom(...currencies),
    base: fc.integer({ min: 1, max: 100_000 }),
    variant: fc.integer({ min: 1, max: 100_000 }),
    photos: fc.integer({ min: 1, max: 50 }),
    further: fc.integer({ min: 0, max: 200 }),
    volumeDiscounts: discounts,
    variantDiscounts: discounts,
    packageDiscounts: discounts,
  });
  fc.assert(
    fc.property(orders, fc.constantFrom(...languages), ({ photos, further, base, variant, ...list }, language) => {
      const step = minorStep[list.currency];
      const size = { photos, films: photos + further };
      const price = priceOrder({ ...list, basePrice: base * step, variantPrice: variant * step }, size);
      const lines = checkoutLines(price, language);
      assert.equal(
        lines.reduce((sum, line) => sum + line.amount, 0),
        price.total,
      );
      for (const { amount, name } of lines) assert.ok(amount > 0 && amount % step === 0 && name.length > 0);
    }),
  );
});

test('the lines name what is bought and the deducted discounts, in the customer’s language', () => {
  const list = {
    basePrice: 1000,
    variantPrice: 500,
    currency: 'EUR',
    volumeDiscounts: { 2: 10 },
    variantDiscounts: {},
    packageDiscounts: {},
  } as const;
  const price = priceOrder(list, { photos: 2, films: 5 });
  assert.deepEqual(checkoutLines(price, 'de'), [
    {
      name: 'Animierte Fotos (2)',
      description: 'Ihre Rabatte sind von diesem Preis bereits abgezogen.',
      amount: 1800,
    },
    { name: 'Weitere Filme (3)', amount: 1500 },
  ]);
  const asMuch = priceOrder({ ...list, variantPrice: 1000 }, { photos: 1, films: 2 });
  assert.deepEqual(
    checkoutLines(asMuch, 'de').map(({ amount }) => amount),
    [1000, 1000],
  );
});

test.each(languages)('the lines of a payment page have the words of the invoice: %s', (language) => {
  const list = {
    basePrice: 1000,
    variantPrice: 500,
    currency: 'EUR',
    volumeDiscounts: {},
    variantDiscounts: {},
    packageDiscounts: {},
  } as const;
  const names = checkoutLines(priceOrder(list, { photos: 2, films: 5 }), language).map(({ name }) => name);
  const { photos, furtherFilms } = invoiceTexts[language];
  assert.deepEqual(names, [`${photos} (2)`, `${furtherFilms} (3)`]);
});
