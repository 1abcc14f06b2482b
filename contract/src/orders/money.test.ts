import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { formatMoney, maximumCharge, minimumCharge, roundToStep, toMajor, toMinor } from './money.ts';

describe('an amount in minor units', () => {
  test('is a hundred times the amount of the API, also in forints', () => {
    assert.equal(toMinor(4.99, 'USD'), 499);
    assert.equal(toMinor(1990, 'HUF'), 199_000);
    assert.equal(toMajor(499, 'EUR'), 4.99);
    assert.equal(toMajor(199_000, 'HUF'), 1990);
  });

  test('rounds halves away from zero, also those that binary fractions hide', () => {
    assert.equal(toMinor(1.005, 'USD'), 101);
    assert.equal(toMinor(-1.005, 'USD'), -101);
    assert.equal(roundToStep(2.5, 'EUR'), 3);
    assert.equal(roundToStep(-2.5, 'EUR'), -3);
    assert.equal(roundToStep(2.49, 'GBP'), 2);
    assert.equal(roundToStep(-2.49, 'GBP'), -2);
  });

  test('is rounded to whole forints, and to whole cents', () => {
    assert.equal(roundToStep(14_850, 'HUF'), 14_900);
    assert.equal(roundToStep(14_849, 'HUF'), 14_800);
    assert.equal(roundToStep(-14_850, 'HUF'), -14_900);
    assert.equal(toMinor(148.5, 'HUF'), 14_900);
    assert.equal(roundToStep(14_850, 'USD'), 14_850);
  });

  test('of zero has no sign', () => {
    assert.ok(Object.is(roundToStep(-0, 'USD'), 0));
    assert.ok(Object.is(roundToStep(-0.2, 'USD'), 0));
  });
});

test('every currency has a smallest charge below the largest one', () => {
  assert.deepEqual(minimumCharge, { USD: 50, EUR: 50, GBP: 30, HUF: 17_500 });
  assert.ok(Object.values(minimumCharge).every((least) => least < maximumCharge));
});

test('money is shown with the sign of its currency, and forints without decimals', () => {
  assert.equal(formatMoney(1234.5, 'USD'), '$1,234.50');
  assert.equal(formatMoney(1234.5, 'GBP', 'en-GB'), '£1,234.50');
  assert.equal(formatMoney(1234, 'HUF', 'hu-HU').replaceAll(/\s/g, ' '), '1234 Ft');
  assert.equal(formatMoney(12_345, 'HUF', 'hu-HU').replaceAll(/\s/g, ' '), '12 345 Ft');
});
