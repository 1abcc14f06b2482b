import assert from 'node:assert/strict';
import { test } from 'vitest';
import { paymentOutcome } from './payment-outcome.ts';

const bucketOf = (...states: ('not_paid' | 'paid' | 'processing' | 'done' | 'failed')[]) => ({
  payment: null,
  Contents: states.map((status) => ({ status })),
});

test('a payment is complete when every photo is paid or further', () => {
  assert.equal(paymentOutcome(bucketOf('paid', 'processing', 'done', 'failed')), 'completed');
});

test('a payment is delayed if some photos are paid, and missing if none is', () => {
  assert.equal(paymentOutcome(bucketOf('paid', 'not_paid')), 'delayed');
  assert.equal(paymentOutcome(bucketOf('not_paid', 'not_paid')), 'notArrived');
  assert.equal(paymentOutcome(bucketOf()), 'notArrived');
});

test('a payment that takes days is said to be on its way, and to have failed if it did', () => {
  assert.equal(paymentOutcome({ ...bucketOf('not_paid'), payment: 'under_way' }), 'underWay');
  assert.equal(paymentOutcome({ ...bucketOf('not_paid'), payment: 'failed' }), 'refused');
});
