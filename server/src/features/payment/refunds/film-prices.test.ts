import assert from 'node:assert/strict';
import type { Currency } from '@keepsake/contract/primitives';
import { describe, test } from 'vitest';
import { priceOrder } from '../../pricing/price-order.ts';
import { pricesOfFilms } from './film-prices.ts';

interface Photo {
  photoId: string;
  actions: { promptId: string; variety: number }[];
}

/** An order of these photos at 4.99 for each photo and 1.99 for each further film, times `factor`, and its films. */
function orderOf(
  order: Photo[],
  { currency = 'EUR' as Currency, factor = 1, volumeDiscounts = {}, variantDiscounts = {}, packageDiscounts = {} } = {},
) {
  const films = order.flatMap(({ photoId, actions }) =>
    actions.flatMap(({ promptId, variety }) =>
      Array.from({ length: variety }, (_, at) => ({
        id: `${photoId}/${promptId}/${at + 1}`,
        photoId,
        promptId: promptId as string | null,
        number: at + 1,
      })),
    ),
  );
  const list = { basePrice: 499 * factor, variantPrice: 199 * factor, currency };
  const price = priceOrder(
    { ...list, volumeDiscounts, variantDiscounts, packageDiscounts },
    { photos: order.length, films: films.length },
  );
  return { films, order: { price: { lines: price.lines, order }, amount: price.total, currency } };
}

const sum = (prices: Map<string, number>) => [...prices.values()].reduce((total, price) => total + price, 0);

describe('the price of a film', () => {
  test('is the base price for the first of a photo, and that of a further film for every other', () => {
    const { films, order } = orderOf([
      {
        photoId: 'a',
        actions: [
          { promptId: 'x', variety: 1 },
          { promptId: 'y', variety: 2 },
        ],
      },
      { photoId: 'b', actions: [{ promptId: 'x', variety: 1 }] },
    ]);
    assert.deepEqual(Object.fromEntries(pricesOfFilms(order, films)), {
      'a/x/1': 499,
      'a/y/1': 199,
      'a/y/2': 199,
      'b/x/1': 499,
    });
  });

  test('has its share of every discount; all prices add up to the payment, in whole steps of the currency', () => {
    const discounts = { volumeDiscounts: { 3: 7 }, variantDiscounts: { 1: 3, 2: 11 }, packageDiscounts: { 5: 13 } };
    for (let size = 1; size <= 12; size += 1) {
      const photos = Array.from({ length: size }, (_, at) => ({
        photoId: `p${at}`,
        actions: Array.from({ length: 1 + (at % 3) }, (__, nth) => ({ promptId: `e${nth}`, variety: 1 + (at % 2) })),
      }));
      for (const currency of ['EUR', 'HUF'] as const) {
        const { films, order } = orderOf(photos, { ...discounts, currency, factor: currency === 'HUF' ? 100 : 1 });
        const prices = pricesOfFilms(order, films);
        assert.equal(prices.size, films.length);
        assert.equal(sum(prices), order.amount, `${size} photos in ${currency}`);
        const step = currency === 'HUF' ? 100 : 1;
        assert.ok([...prices.values()].every((price) => price > 0 && price % step === 0));
      }
    }
  });

  test('is zero if nothing was paid', () => {
    const { films, order } = orderOf([{ photoId: 'a', actions: [{ promptId: 'x', variety: 2 }] }], {
      packageDiscounts: { 1: 100 },
    });
    assert.deepEqual([...pricesOfFilms(order, films).values()], [0, 0]);
  });

  test('stays the same for the remaining films, even if their effect is no longer stored', () => {
    const { films, order } = orderOf([
      {
        photoId: 'a',
        actions: [
          { promptId: 'x', variety: 1 },
          { promptId: 'y', variety: 1 },
        ],
      },
      { photoId: 'b', actions: [{ promptId: 'x', variety: 1 }] },
    ]);
    const left = films
      .filter(({ id }) => id !== 'b/x/1')
      .map((film) => (film.promptId === 'x' ? { ...film, promptId: null } : film));
    assert.deepEqual(Object.fromEntries(pricesOfFilms(order, left)), { 'a/x/1': 499, 'a/y/1': 199 });
  });
});
