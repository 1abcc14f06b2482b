import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { byThreshold, levelsOf, problemsOf, toDiscounts, withNewLevel, type DiscountLevel } from './discount-levels.ts';

const level = (key: number, threshold: string, percent = '10'): DiscountLevel => ({ key, threshold, percent });

describe('discount levels', () => {
  test('come in the order of their thresholds as numbers, and go back as they came', () => {
    const discounts = { 10: 15, 5: 10, 100: 30 };
    assert.deepEqual(
      levelsOf(discounts).map(({ threshold }) => threshold),
      ['5', '10', '100'],
    );
    assert.deepEqual(toDiscounts(levelsOf(discounts)), discounts);
  });

  test('begin a new one at the smallest free number, with 5 percent', () => {
    assert.deepEqual(withNewLevel([]), [{ key: 1, threshold: '1', percent: '5' }]);
    const three = withNewLevel(levelsOf({ 1: 2, 2: 4, 4: 8 }));
    assert.deepEqual(
      three.map(({ threshold, percent }) => [threshold, percent]),
      [
        ['1', '2'],
        ['2', '4'],
        ['3', '5'],
        ['4', '8'],
      ],
    );
    assert.deepEqual(
      three.map(({ key }) => key),
      [1, 2, 5, 4],
    );
  });

  test('of the same threshold keep the order in which they were added, those without one come last', () => {
    const sorted = [level(3, '2'), level(1, 'x'), level(2, '2')].toSorted(byThreshold);
    assert.deepEqual(
      sorted.map(({ key }) => key),
      [2, 3, 1],
    );
  });

  test('begin at thresholds from 1 to 999999', () => {
    const wrong = ['1', '999999', '1000000', '0'].map((threshold, key) => level(key, threshold));
    assert.deepEqual([...problemsOf(wrong).keys()], [2, 3]);
  });

  test('have whole thresholds from 1, each once, and whole percents from 0 to 100', () => {
    const problems = problemsOf([
      level(1, '2'),
      level(2, '2'),
      level(3, '0'),
      level(4, '1.5'),
      level(5, ''),
      level(6, '7', '101'),
      level(7, '8', '-1'),
      level(8, '9', '0'),
      level(9, '10', '100'),
      level(10, '02'),
    ]);
    assert.deepEqual(
      [...problems],
      [
        [2, 'threshold_taken'],
        [3, 'threshold_not_whole'],
        [4, 'threshold_not_whole'],
        [5, 'threshold_not_whole'],
        [6, 'percent_out_of_range'],
        [7, 'percent_out_of_range'],
        [10, 'threshold_taken'],
      ],
    );
  });
});
