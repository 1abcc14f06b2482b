import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { nextDiscount } from './next-discount.ts';

const none = { volumeDiscounts: {}, variantDiscounts: {}, packageDiscounts: {} };
const volume = { ...none, volumeDiscounts: { '5': 10, '10': 20 } };

describe('the next discount', () => {
  test('is announced if one or two more photos reach it, and not before', () => {
    const missing = (photos: number) => nextDiscount(volume, { photos, films: photos })?.missing ?? null;
    assert.deepEqual([2, 3, 4, 5, 8, 9, 10].map(missing), [null, 2, 1, null, 2, 1, null]);
    assert.deepEqual(nextDiscount(volume, { photos: 9, films: 20 }), { of: 'photos', missing: 1, percent: 20 });
  });

  test('counts films in all, and versions by their average', () => {
    const films = { ...none, packageDiscounts: { '6': 15 } };
    assert.deepEqual(nextDiscount(films, { photos: 2, films: 5 }), { of: 'films', missing: 1, percent: 15 });
    const versions = { ...none, variantDiscounts: { '3': 25 } };
    assert.deepEqual(nextDiscount(versions, { photos: 2, films: 4 }), { of: 'versions', missing: 2, percent: 25 });
  });

  test('is the nearest one, and of two as near the one for photos', () => {
    const all = { volumeDiscounts: { '3': 5 }, packageDiscounts: { '4': 10 }, variantDiscounts: {} };
    assert.equal(nextDiscount(all, { photos: 1, films: 3 })?.of, 'films');
    assert.equal(nextDiscount(all, { photos: 2, films: 3 })?.of, 'photos');
  });

  test('is no discount that is not higher than the present one', () => {
    const lower = { ...none, volumeDiscounts: { '2': 20, '4': 10, '5': 30 } };
    assert.deepEqual(nextDiscount(lower, { photos: 3, films: 3 }), { of: 'photos', missing: 2, percent: 30 });
    assert.equal(nextDiscount({ ...none, volumeDiscounts: { '2': 20, '4': 20 } }, { photos: 3, films: 3 }), null);
  });

  test('is not one whose threshold is passed, though it was higher', () => {
    const falling = { ...none, volumeDiscounts: { '2': 30, '4': 10, '5': 20 } };
    assert.deepEqual(nextDiscount(falling, { photos: 4, films: 4 }), { of: 'photos', missing: 1, percent: 20 });
    assert.equal(nextDiscount({ ...none, volumeDiscounts: { '5': 20, '6': 10 } }, { photos: 5, films: 5 }), null);
  });

  test('is none of an empty set', () => {
    assert.equal(nextDiscount({ ...none, volumeDiscounts: { '1': 5 } }, { photos: 0, films: 0 }), null);
  });
});
