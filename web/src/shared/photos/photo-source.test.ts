import assert from 'node:assert/strict';
import { test } from 'vitest';
import { photoSource, widthInFrame } from './photo-source.ts';

test('a photo’s link is offered in its widths', () => {
  assert.deepEqual(photoSource('/uploads/a.jpg?p=view&s=b', '80px'), {
    srcSet:
      '/uploads/a.jpg?p=view&s=b&w=320 320w, /uploads/a.jpg?p=view&s=b&w=640 640w, /uploads/a.jpg?p=view&s=b&w=800 800w, /uploads/a.jpg?p=view&s=b&w=960 960w',
    sizes: '80px',
    src: '/uploads/a.jpg?p=view&s=b&w=640',
  });
});

test('a picture of this page’s own is shown as it is', () => {
  assert.deepEqual(photoSource('blob:http://here/1', '80px'), { src: 'blob:http://here/1' });
});

test('a photo is requested in its full width, including what the frame cuts off', () => {
  assert.equal(widthInFrame({ width: 1600, height: 900 }, 4 / 3), 4 / 3);
  assert.equal(widthInFrame({ width: 1200, height: 900 }, 4 / 3), 1);
  assert.equal(widthInFrame({ width: 900, height: 1200 }, 4 / 3), 1);
});
