import assert from 'node:assert/strict';
import { test } from 'vitest';
import { paymentOutcome } from './payment-outcome.ts';

const contents = (...states: ('not_paid' | 'paid' | 'processing' | 'done' | 'failed')[]) => ({
  payment: null,
  Contents: states.map((status) => ({ status })),
});

test('a payment is complete when every photo is paid or further', () => {
  assert.equal(paymentOutcome(contents('paid', 'processing', 'done', 'failed')), 'completed');
});

test('a payment is delayed where some photos are paid, and has not arrived where none is', () => {
  assert.equal(paymentOutcome(contents('paid', 'not_paid')), 'delayed');
  assert.equal(paymentOutcome(contents('not_paid', 'not_paid')), 'notArrived');
  assert.equal(paymentOutcome(contents()), 'notArrived');
});

test('a payment that takes days is said to be on its way, and to have failed where it did', () => {
  assert.equal(paymentOutcome({ ...contents('not_paid'), payment: 'under_way' }), 'underWay');
  assert.equal(paymentOutcome({ ...contents('not_paid'), payment: 'failed' }), 'refused');
});
