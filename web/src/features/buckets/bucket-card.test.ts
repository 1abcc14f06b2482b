import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { deletionTime, isUrgent, timeLeft } from './bucket-card.tsx';

describe('the countdown of a set', () => {
  const updatedAt = '2026-11-01T10:00:00Z';

  test('runs to the date of deletion', () => {
    const deletion = deletionTime({ deletionDate: '2026-11-25T10:00:00Z', updatedAt });
    assert.equal(deletion.toISOString(), '2026-11-25T10:00:00.000Z');
  });

  test('runs for thirty days after the last change if there is no date', () => {
    assert.equal(deletionTime({ deletionDate: null, updatedAt }).toISOString(), '2026-12-01T10:00:00.000Z');
  });

  for (const [now, shown, urgent] of [
    ['2026-10-26T10:00:00Z', '30 days', false],
    ['2026-11-19T10:00:00Z', '6 days', false],
    ['2026-11-20T10:00:00Z', '5 days', true],
    ['2026-11-23T18:00:00Z', '2 days', true],
    ['2026-11-24T09:00:00Z', '1 days', true],
    ['2026-11-24T10:00:30Z', '1 days', true],
    ['2026-11-25T03:00:00Z', '7 hours', true],
    ['2026-11-25T09:00:00Z', '1 hours', true],
    ['2026-11-25T09:00:01Z', 'soon', true],
    ['2026-11-25T10:00:00Z', 'soon', true],
    ['2026-11-28T10:00:00Z', 'soon', true],
  ] as const) {
    test(`shows ${shown} at ${now}`, () => {
      const left = timeLeft(new Date('2026-11-25T10:00:00Z'), new Date(now));
      assert.equal(left.unit === 'soon' ? 'soon' : `${left.count} ${left.unit}`, shown);
      assert.equal(isUrgent(left), urgent);
    });
  }
});
