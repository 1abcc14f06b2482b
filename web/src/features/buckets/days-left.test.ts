import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { daysLeft, deletionTime } from './days-left.ts';

describe('the countdown of a set', () => {
  const updatedAt = '2026-11-01T10:00:00Z';

  test('runs to the date of deletion', () => {
    const deletion = deletionTime({ deletionDate: '2026-11-25T10:00:00Z', updatedAt });
    assert.equal(deletion.toISOString(), '2026-11-25T10:00:00.000Z');
  });

  test('runs for thirty days after the last change where there is no date', () => {
    assert.equal(deletionTime({ deletionDate: null, updatedAt }).toISOString(), '2026-12-01T10:00:00.000Z');
  });

  for (const [now, days] of [
    ['2026-11-20T10:00:00Z', 5],
    ['2026-11-20T09:59:59Z', 6],
    ['2026-11-25T09:00:00Z', 1],
    ['2026-11-25T10:00:00Z', 0],
    ['2026-11-28T10:00:00Z', 0],
  ] as const) {
    test(`shows ${days} at ${now}`, () => {
      assert.equal(daysLeft(new Date('2026-11-25T10:00:00Z'), new Date(now)), days);
    });
  }
});
