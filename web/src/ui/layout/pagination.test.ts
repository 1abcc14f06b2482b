import assert from 'node:assert/strict';
import { test } from 'vitest';
import { pageWindow } from './pagination.tsx';

test('a short list links every page', () => {
  assert.deepEqual(pageWindow(2, 4, 5), [1, 2, 3, 4]);
});

test('a long list links the first, the last and five pages to each side, with gaps between', () => {
  assert.deepEqual(pageWindow(20, 40, 5), [1, null, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, null, 40]);
});

test('there is no gap if no page is left out', () => {
  assert.deepEqual(pageWindow(7, 13, 5), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
});
