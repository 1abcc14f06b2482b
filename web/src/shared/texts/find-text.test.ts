import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { findText } from './find-text.ts';

const texts = {
  title: 'Your set',
  set: {
    photos_one: '{{count}} photo of {{name}}',
    photos_many: '{{count}} de photos',
    photos_other: '{{count}} photos',
  },
};

describe('a text', () => {
  test('is found by its path', () => assert.equal(findText(texts, 'en', 'title'), 'Your set'));

  test('has its placeholders filled, and none left', () => {
    assert.equal(findText(texts, 'en', 'set.photos', { count: 1, name: 'Rosa' }), '1 photo of Rosa');
    assert.equal(findText(texts, 'en', 'set.photos', { count: 1 }), '1 photo of ');
  });

  test('takes values as they are: no sign in them is read as a pattern', () => {
    assert.equal(
      findText(texts, 'en', 'set.photos', { count: 1, name: '$& {{count}} <b>' }),
      '1 photo of $& {{count}} <b>',
    );
  });

  test('has the plural form of the language', () => {
    assert.equal(findText(texts, 'fr', 'set.photos', { count: 0, name: '' }), '0 photo of ');
    assert.equal(findText(texts, 'en', 'set.photos', { count: 0 }), '0 photos');
    assert.equal(findText(texts, 'fr', 'set.photos', { count: 1_000_000 }), '1000000 de photos');
  });

  test('is undefined if there is none, also if a group of texts is or an object inherits', () => {
    for (const key of ['nothing', 'set', 'title.more', 'constructor', 'set.toString'])
      assert.equal(findText(texts, 'en', key), undefined, key);
  });
});
