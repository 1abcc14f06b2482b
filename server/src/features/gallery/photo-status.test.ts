import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as fc from 'fast-check';
import { contentStatus } from './photo-status.ts';

test('a photo of an unpaid set is not paid', () => {
  assert.equal(contentStatus(false, []), 'not_paid');
});

test('a photo is paid until the first of its films is begun', () => {
  assert.equal(contentStatus(true, ['queued', 'queued']), 'paid');
  assert.equal(contentStatus(true, ['queued', 'creating']), 'processing');
  assert.equal(contentStatus(true, ['queued', 'done']), 'processing');
  assert.equal(contentStatus(true, ['queued', 'failed']), 'processing');
});

test('a photo with films of which no rule speaks is processing', () => {
  assert.equal(contentStatus(true, ['done', 'unheard of' as 'done']), 'processing');
});

test('it is processing while any film is being made, whatever became of the others', () => {
  assert.equal(contentStatus(true, ['done', 'creating', 'failed']), 'processing');
  assert.equal(contentStatus(true, ['creating', 'retry_pending']), 'processing');
});

test('it is done when all its films are', () => {
  assert.equal(contentStatus(true, ['done', 'done']), 'done');
});

test('it is failed when no film is being made and one failed for good, though others are done', () => {
  assert.equal(contentStatus(true, ['done', 'failed']), 'failed');
});

test('it waits for its retry when one was asked for', () => {
  assert.equal(contentStatus(true, ['done', 'retry_pending']), 'retry_pending');
  assert.equal(contentStatus(true, ['failed', 'retry_pending']), 'retry_pending');
});

test('the order of the films does not matter', () => {
  const state = fc.constantFrom('queued', 'creating', 'done', 'failed', 'retry_pending' as const);
  fc.assert(
    fc.property(fc.array(state, { minLength: 1 }), (states) => {
      assert.equal(contentStatus(true, states), contentStatus(true, states.toReversed()));
    }),
  );
});
