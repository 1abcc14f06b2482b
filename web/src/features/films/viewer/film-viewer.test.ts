import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { viewerAction } from './film-viewer.tsx';

const press = (key: string, more: object = {}) =>
  viewerAction({ key, ctrlKey: false, metaKey: false, altKey: false, target: { tagName: 'VIDEO' }, ...more });

describe('keys in the viewer', () => {
  test('change the film, play and download', () => {
    assert.deepEqual(
      ['ArrowLeft', 'ArrowRight', ' ', 'd', 'D'].map((key) => press(key)),
      ['previous', 'next', 'play', 'download', 'download'],
    );
  });

  test('leave Space to a button that has the focus', () => {
    assert.equal(press(' ', { target: { tagName: 'BUTTON' } }), null);
  });

  test('leave combinations to the browser', () => {
    assert.equal(press('d', { ctrlKey: true }), null);
    assert.equal(press('ArrowLeft', { altKey: true }), null);
  });

  test('mean nothing else', () => {
    assert.equal(press('Escape'), null);
    assert.equal(press('a'), null);
  });
});
