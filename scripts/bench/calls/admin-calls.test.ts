import assert from 'node:assert/strict';
import { test } from 'vitest';
import { adminCalls, adminEndpoints, adminInputs } from './admin-calls.ts';

test('the benchmark makes every admin call of the contract that reads, and no other', () => {
  const keys = adminEndpoints().map(({ key }) => key);
  assert.ok(keys.length >= 15);
  assert.deepEqual(Object.keys(adminInputs).toSorted(), keys.toSorted());
});

test('no path has a placeholder left', () => {
  const calls = adminCalls({
    notificationId: 'n',
    adminId: 'a',
    bucketId: 'b',
    customerId: 'c',
    sessionId: 's',
    paymentId: 'p',
    invoiceNumber: 'i',
  });
  for (const { name, path } of calls) assert.match(path, /^\/api\/admin\/[^:]+$/, name);
  assert.equal(new Set(calls.map(({ name }) => name)).size, calls.length);
});
