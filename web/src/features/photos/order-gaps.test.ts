import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Lacks } from '../photo-checks/photo-checks.api.ts';
import type { CartPhoto } from './cart/cart-photo.ts';
import { findGaps } from './order-gaps.ts';

const noLacks: Lacks = new Map();
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
const codes = (photos: CartPhoto[], consents = agreed, lacks: Lacks = noLacks) =>
  findGaps(photos, consents, lacks).map(({ code }) => code);

test('a complete order has no gaps', () => assert.deepEqual(findGaps([ready], agreed, noLacks), []));

test('an order needs a photo', () => assert.deepEqual(codes([]), ['no_photos']));

test('each consent is required by itself', () => {
  assert.deepEqual(codes([ready], { guidelines: false, finalSale: true }), ['guidelines']);
  assert.deepEqual(codes([ready], { guidelines: true, finalSale: false }), ['final_sale']);
});

test('the photo that lacks something is named by its place', () => {
  const [gap] = findGaps([ready, { ...ready, id: 'p2', actions: [] }], agreed, noLacks);
  assert.deepEqual(gap, {
    code: 'no_effect',
    photo: 2,
    name: 'grandma.jpg',
    target: 'photo-p2-effects',
  });
});

test('a photo without a theme lacks only the theme', () => {
  assert.deepEqual(codes([{ ...ready, imageTheme: null, actions: [] }]), ['no_theme']);
});

test('an effect that will be something else holds the order back until that is agreed to', () => {
  const lacks: Lacks = new Map([['c1', { smile: 'no_face' }]]);
  assert.deepEqual(findGaps([ready], agreed, lacks), [
    { code: 'unanswered', photo: 1, name: 'grandma.jpg', promptId: 'smile', target: 'photo-p1-effect-smile' },
  ]);
  const answered = (agreedTo: 'no_face' | 'faces_from_side') =>
    codes([{ ...ready, actions: [{ promptId: 'smile', variety: 1, agreedTo }] }], agreed, lacks);
  assert.deepEqual(answered('no_face'), []);
  assert.deepEqual(answered('faces_from_side'), ['unanswered'], 'a yes to something else');
  assert.deepEqual(codes([{ ...ready, photoId: 'c2' }], agreed, lacks), [], 'another photo shows it');
});

test('photos that are not with the server yet hold the order back', () => {
  assert.deepEqual(codes([{ ...ready, status: 'uploading' }]), ['uploading']);
  assert.deepEqual(codes([{ ...ready, status: 'failed' }]), ['upload_failed']);
});
