import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { chooseEffect, copyToAll } from './cart-edits.ts';
import type { CartPhoto } from './cart-photo.ts';
import { clearCart, findPhoto, useCart } from './cart.ts';

beforeEach(clearCart);

test('copies are undone, but not where something else was chosen or copied since', () => {
  useCart.setState({ photos: ['a', 'b', 'c'].map((id) => aPhoto(id, id)) });
  const undoFirst = copyToAll('a');
  chooseEffect('c', 'more', undefined);
  undoFirst();
  assert.deepEqual(chosen('b'), ['b']);
  assert.deepEqual(chosen('c'), ['a', 'more']);
});

test('two copies are undone one by one', () => {
  useCart.setState({ photos: ['a', 'b', 'c'].map((id) => aPhoto(id, id)) });
  const undoFirst = copyToAll('a');
  chooseEffect('b', 'more', undefined);
  const undoSecond = copyToAll('b');
  undoFirst();
  assert.deepEqual(chosen('c'), ['a', 'more']);
  undoSecond();
  assert.deepEqual(chosen('c'), ['a']);
});

function chosen(id: string): string[] | undefined {
  return findPhoto(id)?.actions.map(({ promptId }) => promptId);
}

function aPhoto(id: string, effect: string): CartPhoto {
  return {
    id,
    photoId: null,
    filename: null,
    name: `${id}.jpg`,
    imageTheme: 'One person',
    actions: [{ promptId: effect, variety: 1 }],
    unsaved: false,
    status: 'waiting',
    failure: null,
    preview: null,
    size: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
}
