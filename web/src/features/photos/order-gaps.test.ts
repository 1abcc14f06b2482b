import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { CartPhoto } from './cart/cart-photo.ts';
import { findGaps } from './order-gaps.ts';

const agreed = { guidelines: true, finalSale: true };
const ready: CartPhoto = {
  id: 'p1',
  photoId: 'c1',
  filename: 'c1.jpg',
  name: 'grandma.jpg',
  imageTheme: 'One person',
  actions: [{ promptId: 'smile', variety: 1 }],
  unsaved: false,
  status: 'uploaded',
  failure: null,
  preview: null,
  size: null,
  createdAt: '2026-11-20T10:00:00Z',
};
const codes = (photos: CartPhoto[], consents = agreed) => findGaps(photos, consents).map(({ code }) => code);

test('a complete order has no gaps', () => assert.deepEqual(findGaps([ready], agreed), []));

test('an order needs a photo', () => assert.deepEqual(codes([]), ['no_photos']));

test('both consents are asked for by themselves', () => {
  assert.deepEqual(codes([ready], { guidelines: false, finalSale: true }), ['guidelines']);
  assert.deepEqual(codes([ready], { guidelines: true, finalSale: false }), ['final_sale']);
});

test('the photo that lacks something is named by its place', () => {
  const [gap] = findGaps([ready, { ...ready, id: 'p2', actions: [{ promptId: null, variety: 1 }] }], agreed);
  assert.deepEqual(gap, {
    code: 'no_effect',
    photo: 2,
    name: 'grandma.jpg',
    target: 'photo-p2-effect-0',
  });
});

test('a photo without a theme is asked for the theme alone', () => {
  assert.deepEqual(codes([{ ...ready, imageTheme: null, actions: [{ promptId: null, variety: 1 }] }]), ['no_theme']);
});

test('an added row without an effect is named beside the ones that have one', () => {
  const gaps = findGaps([{ ...ready, actions: [...ready.actions, { promptId: null, variety: 1 }] }], agreed);
  assert.equal(gaps.length, 1);
  assert.deepEqual(gaps[0], {
    code: 'empty_row',
    photo: 1,
    name: 'grandma.jpg',
    row: 2,
    target: 'photo-p1-effect-1',
  });
});

test('photos that are not with the server yet hold the order back', () => {
  assert.deepEqual(codes([{ ...ready, status: 'uploading' }]), ['uploading']);
  assert.deepEqual(codes([{ ...ready, status: 'failed' }]), ['upload_failed']);
});
