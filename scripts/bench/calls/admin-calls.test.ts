import assert from 'node:assert/strict';
import { test } from 'vitest';
import { adminCalls, adminEndpoints, adminInputs } from './admin-calls.ts';

test('the benchmark asks every admin call of the contract that reads, and nothing else', () => {
  const keys = adminEndpoints().map(({ key }) => key);
  assert.ok(keys.length >= 15);
  assert.deepEqual(Object.keys(adminInputs).toSorted(), keys.toSorted());
});

test('every call is asked for in full: no placeholder is left in its path', () => {
  const calls = adminCalls({ notificationId: 'n', adminId: 'a', bucketId: 'b' });
  for (const { name, path } of calls) assert.match(path, /^\/api\/admin\/[^:]+$/, name);
  assert.equal(new Set(calls.map(({ name }) => name)).size, calls.length);
});
