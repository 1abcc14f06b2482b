import type { Bucket } from '@keepsake/contract/photos/content';
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type CartPhoto, cartPhotoOf } from './cart-photo.ts';
import { mergeBucket } from './restore-cart.ts';
import type { Photo } from '../photos.api.ts';

const stored = (id: string, change: Partial<Photo> = {}): Photo => ({
  id,
  bucketId: 'set',
  filename: `${id}.jpg`,
  originalName: `${id}.jpg`,
  uploadId: null,
  photoUrl: `/uploads/${id}?signed`,
  width: 900,
  height: 1200,
  focus: null,
  status: 'not_paid',
  variety: 1,
  actions: [],
  PromptId: null,
  Prompt: null,
  ProcessedContents: [],
  versions: [],
  createdAt: '2026-11-20T10:00:00Z',
  ...change,
});

const unsent: CartPhoto = {
  ...cartPhotoOf(stored('x')),
  id: 'local',
  photoId: null,
  filename: null,
  name: 'grandma.png',
  status: 'failed',
  preview: 'blob:here',
};

const merge = (cart: CartPhoto[], bucket: Pick<Bucket, 'Contents'>) => mergeBucket(cart, bucket, cart);

test('a photo deleted elsewhere leaves the cart, one added elsewhere joins it', () => {
  const merged = merge([cartPhotoOf(stored('a')), cartPhotoOf(stored('b'))], {
    Contents: [stored('b'), stored('c')],
  });
  assert.deepEqual(
    merged.map(({ photoId }) => photoId),
    ['b', 'c'],
  );
});

test('choices that were not saved stay; saved ones give way to what the server has', () => {
  const choice = [{ promptId: 'smile', variety: 2 }];
  const elsewhere = [{ promptId: 'wink', variety: 1 }];
  const cart = [
    { ...cartPhotoOf(stored('a')), actions: choice, unsaved: true, imageTheme: 'One person' },
    { ...cartPhotoOf(stored('b')), actions: choice, unsaved: false, imageTheme: 'One person' },
  ];
  const merged = merge(cart, {
    Contents: [stored('a', { actions: elsewhere }), stored('b', { actions: elsewhere })],
  });
  assert.deepEqual(merged[0]?.actions, choice);
  assert.equal(merged[0]?.imageTheme, 'One person');
  assert.deepEqual(merged[1]?.actions, elsewhere);
});

test('a theme without an effect yet survives', () => {
  const [photo] = merge([{ ...cartPhotoOf(stored('a')), imageTheme: 'Pets' }], { Contents: [stored('a')] });
  assert.equal(photo?.imageTheme, 'Pets');
});

test('photos that were not sent yet stay', () => {
  assert.deepEqual(merge([unsent], { Contents: [] }), [unsent]);
});

for (const status of ['failed', 'waiting', 'uploading'] as const)
  test(`a photo that arrived while its upload counts as ${status} is not sent twice`, () => {
    const choice = [{ promptId: 'smile', variety: 1 }];
    const cart = [{ ...unsent, status, actions: choice, unsaved: true }];
    const merged = merge(cart, { Contents: [stored('a', { originalName: 'grandma.jpg', uploadId: 'local' })] });
    assert.equal(merged.length, 1);
    assert.equal(merged[0]?.id, 'local');
    assert.equal(merged[0]?.photoId, 'a');
    assert.equal(merged[0]?.status, 'uploaded');
    assert.deepEqual(merged[0]?.actions, choice);
  });

test('photos with the same name are distinguished by their upload ids', () => {
  const cart = [1, 2].map((number) => ({ ...unsent, id: `local ${number}`, name: 'image.jpg' }));
  const arrived = stored('b', { originalName: 'image.jpg', uploadId: 'local 2' });
  const elsewhere = stored('c', { originalName: 'image.jpg' });
  assert.deepEqual(
    merge(cart, { Contents: [elsewhere, arrived] }).map(({ id, photoId }) => [id, photoId]),
    [
      ['local 1', null],
      ['local 2', 'b'],
      ['c', 'c'],
    ],
  );
});

test('a photo deleted elsewhere leaves the cart also if an effect was chosen for it meanwhile', () => {
  const asked = [cartPhotoOf(stored('a'))];
  const cart = asked.map((photo) => ({ ...photo, actions: [{ promptId: 'smile', variety: 1 }], unsaved: true }));
  assert.deepEqual(mergeBucket(cart, { Contents: [] }, asked), []);
});

test('a photo that arrived after the set was asked for stays, and so does a choice saved since then', () => {
  const choice = [{ promptId: 'smile', variety: 1 }];
  const saved = cartPhotoOf(stored('a'));
  const asked = [{ ...saved, unsaved: true, actions: choice }, unsent];
  const cart = [
    { ...saved, actions: choice },
    { ...unsent, photoId: 'b', filename: 'b.jpg', status: 'uploaded' as const },
  ];
  assert.deepEqual(mergeBucket(cart, { Contents: [stored('a')] }, asked), cart);
});
