import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findChanges } from './audit-changes.tsx';

test('lists only changed fields, at any depth', () => {
  const before = { basePrice: 499, currency: 'USD', volumeDiscounts: { 3: 5, 5: 10 }, tags: ['a', 'b'] };
  const after = { basePrice: 599, currency: 'USD', volumeDiscounts: { 3: 5, 8: 15 }, tags: ['a'] };
  assert.deepEqual(findChanges(before, after), [
    { field: 'basePrice', before: '499', after: '599' },
    { field: 'volumeDiscounts.5', before: '10', after: undefined },
    { field: 'tags', before: 'a, b', after: 'a' },
    { field: 'volumeDiscounts.8', before: undefined, after: '15' },
  ]);
});

test('an added field has no old value, a removed one no new value, and empty values count as missing', () => {
  assert.deepEqual(findChanges(null, { name: 'Smile' }), [{ field: 'name', before: undefined, after: 'Smile' }]);
  assert.deepEqual(findChanges({ name: 'Smile' }, null), [{ field: 'name', before: 'Smile', after: undefined }]);
  assert.deepEqual(findChanges({ note: null, on: true }, { on: true, tags: [], text: '' }), []);
});
