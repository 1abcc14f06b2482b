import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { CartPhoto } from './cart-photo.ts';
import { emptyCart, loadCart, saveCart } from './cart-storage.ts';

const photo: CartPhoto = {
  id: '019a9c00-0000-7000-8000-000000000001',
  photoId: '019a9c00-0000-7000-8000-000000000002',
  filename: 'abc.jpg',
  name: 'grandma.jpg',
  imageTheme: 'One person',
  actions: [{ promptId: '019a9c00-0000-7000-8000-000000000003', variety: 2 }],
  unsaved: true,
  status: 'uploaded',
  failure: null,
  preview: '/uploads/abc.jpg?signed',
  size: { width: 900, height: 1200 },
  createdAt: '2026-11-20T10:00:00.000Z',
};
const bucketId = '019a9c00-0000-7000-8000-000000000004';
const cancelled = ['019a9c00-0000-7000-8000-000000000006'];
const consents = { guidelines: true, finalSale: false };

test('what is saved is found again', () => {
  const storage = memory();
  saveCart(storage, { bucketId, bucketKey: null, photos: [photo], cancelled, consents });
  assert.equal(storage.get('existingBucketId'), bucketId);
  assert.deepEqual(loadCart(storage), { bucketId, bucketKey: null, photos: [photo], cancelled, consents });
});

test('a photo of which no size was kept is found again', () => {
  const storage = memory();
  saveCart(storage, { bucketId, bucketKey: null, photos: [photo], cancelled, consents });
  storage.set('uploads', storage.get('uploads')?.replace(/"size":\{.*?\},/, '') ?? '');
  assert.deepEqual(loadCart(storage).photos, [{ ...photo, size: null }]);
});

test('the name of a set that is only being made is kept for the next try', () => {
  const storage = memory();
  const bucketKey = '019a9c00-0000-7000-8000-000000000005';
  saveCart(storage, { ...emptyCart, bucketKey });
  assert.equal(loadCart(storage).bucketKey, bucketKey);
});

test('an empty cart leaves nothing in the session', () => {
  const storage = memory();
  saveCart(storage, { bucketId, bucketKey: null, photos: [photo], cancelled, consents });
  saveCart(storage, emptyCart);
  assert.equal(storage.values.size, 0);
});

test('an upload that was interrupted waits to be sent again, without the picture of the page that is gone', () => {
  const storage = memory();
  const interrupted: CartPhoto = { ...photo, photoId: null, status: 'uploading', preview: 'blob:gone' };
  saveCart(storage, { ...emptyCart, photos: [interrupted] });
  assert.deepEqual(loadCart(storage).photos, [{ ...interrupted, status: 'waiting', preview: null }]);
});

test('photos of one set are not taken into another', () => {
  const storage = memory();
  saveCart(storage, { bucketId, bucketKey: null, photos: [photo], cancelled, consents });
  storage.set('existingBucketId', '019a9c00-0000-7000-8000-000000000009');
  assert.deepEqual(loadCart(storage).photos, []);
});

test('photos that the version before stored are restored', () => {
  const storage = memory();
  const { photoId: contentId, ...rest } = photo;
  saveCart(storage, { bucketId, bucketKey: null, photos: [photo], cancelled, consents });
  const restored = loadCart(storage).photos;
  storage.set('uploads', JSON.stringify({ version: 1, bucketId, photos: [{ ...rest, contentId }] }));
  assert.deepEqual(loadCart(storage).photos, restored);
  assert.equal(restored.length, 1);
});

test('rows in which no effect was chosen, as the version before stored them, are left out', () => {
  const storage = memory();
  saveCart(storage, { bucketId, bucketKey: null, photos: [photo], cancelled, consents });
  const actions = [{ promptId: null, variety: 1 }, ...photo.actions];
  storage.set('uploads', JSON.stringify({ version: 2, bucketId, photos: [{ ...photo, actions }] }));
  assert.deepEqual(loadCart(storage).photos, [photo]);
});

test('a yes to what an effect will be instead is kept', () => {
  const storage = memory();
  const agreed = { ...photo, actions: photo.actions.map((action) => ({ ...action, agreedTo: 'no_hand' as const })) };
  saveCart(storage, { bucketId, bucketKey: null, photos: [agreed], cancelled, consents });
  assert.deepEqual(loadCart(storage).photos, [agreed]);
});

test('damaged, foreign and outdated entries count as empty', () => {
  const bad = [
    'no json',
    'null',
    '[]',
    JSON.stringify({ version: 0, bucketId: null, photos: [photo] }),
    JSON.stringify({ version: 2, bucketId: null, photos: [{ ...photo, actions: [{ promptId: null, variety: 11 }] }] }),
  ];
  for (const text of bad) {
    const storage = memory();
    storage.set('uploads', text);
    storage.set('existingBucketId', 'not an id');
    storage.set('cancelledUploads', text === '[]' ? '["none"]' : text);
    storage.set('consents', text);
    assert.deepEqual(loadCart(storage), emptyCart, text);
  }
});

function memory() {
  const values = new Map<string, string>();
  return {
    values,
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
    clear: () => values.clear(),
  };
}
