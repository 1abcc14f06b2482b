import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as fc from 'fast-check';
import { photoStatus } from './photo-status.ts';

test('a photo of an unpaid set is not paid', () => {
  assert.equal(photoStatus(false, []), 'not_paid');
});

test('a photo is paid until its first film is started', () => {
  assert.equal(photoStatus(true, ['queued', 'queued']), 'paid');
  assert.equal(photoStatus(true, ['queued', 'creating']), 'processing');
  assert.equal(photoStatus(true, ['queued', 'done']), 'processing');
  assert.equal(photoStatus(true, ['queued', 'failed']), 'processing');
});

test('a photo is processing if no other rule matches', () => {
  assert.equal(photoStatus(true, ['done', 'unheard of' as 'done']), 'processing');
});

test('it is processing while any film is being made, whatever the state of the others', () => {
  assert.equal(photoStatus(true, ['done', 'creating', 'failed']), 'processing');
  assert.equal(photoStatus(true, ['creating', 'retry_pending']), 'processing');
});

test('it is done when all its films are', () => {
  assert.equal(photoStatus(true, ['done', 'done']), 'done');
});

test('it is done when all its films were refunded and deleted', () => {
  assert.equal(photoStatus(true, []), 'done');
});

test('it is failed when no film is being made and one failed permanently, although others are done', () => {
  assert.equal(photoStatus(true, ['done', 'failed']), 'failed');
});

test('it is waiting when a retry was requested', () => {
  assert.equal(photoStatus(true, ['done', 'retry_pending']), 'retry_pending');
  assert.equal(photoStatus(true, ['failed', 'retry_pending']), 'retry_pending');
});

test('the order of the films does not matter', () => {
  const state = fc.constantFrom('queued', 'creating', 'done', 'failed', 'retry_pending' as const);
  fc.assert(
    fc.property(fc.array(state, { minLength: 1 }), (states) => {
      assert.equal(photoStatus(true, states), photoStatus(true, states.toReversed()));
    }),
  );
});
