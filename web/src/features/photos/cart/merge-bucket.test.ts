import type { Content } from '@keepsake/contract/content';
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { CartPhoto } from './cart-photo.ts';
import { fromContent, mergeBucket } from './merge-bucket.ts';

const stored = (id: string, change: Partial<Content> = {}): Content => ({
  id,
  bucketId: 'set',
  filename: `${id}.jpg`,
  originalName: `${id}.jpg`,
  uploadId: null,
  photoUrl: `/uploads/${id}?signed`,
  width: 900,
  height: 1200,
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
  ...fromContent(stored('x')),
  id: 'local',
  contentId: null,
  filename: null,
  name: 'grandma.png',
  status: 'failed',
  preview: 'blob:here',
};

test('a photo deleted elsewhere leaves the cart, one added elsewhere joins it', () => {
  const merged = mergeBucket([fromContent(stored('a')), fromContent(stored('b'))], {
    Contents: [stored('b'), stored('c')],
  });
  assert.deepEqual(
    merged.map(({ contentId }) => contentId),
    ['b', 'c'],
  );
});

test('choices that were not saved stay; saved ones give way to what the server has', () => {
  const choice = [{ promptId: 'smile', variety: 2 }];
  const elsewhere = [{ promptId: 'wink', variety: 1 }];
  const cart = [
    { ...fromContent(stored('a')), actions: choice, unsaved: true, imageTheme: 'One person' },
    { ...fromContent(stored('b')), actions: choice, unsaved: false, imageTheme: 'One person' },
  ];
  const merged = mergeBucket(cart, {
    Contents: [stored('a', { actions: elsewhere }), stored('b', { actions: elsewhere })],
  });
  assert.deepEqual(merged[0]?.actions, choice);
  assert.equal(merged[0]?.imageTheme, 'One person');
  assert.deepEqual(merged[1]?.actions, elsewhere);
});

test('a theme without an effect yet survives', () => {
  const [photo] = mergeBucket([{ ...fromContent(stored('a')), imageTheme: 'Pets' }], { Contents: [stored('a')] });
  assert.equal(photo?.imageTheme, 'Pets');
});

test('photos that were not sent yet stay', () => {
  assert.deepEqual(mergeBucket([unsent], { Contents: [] }), [unsent]);
});

for (const status of ['failed', 'waiting', 'uploading'] as const)
  test(`a photo that arrived while its upload counts as ${status} is not sent twice`, () => {
    const choice = [{ promptId: 'smile', variety: 1 }];
    const cart = [{ ...unsent, status, actions: choice, unsaved: true }];
    const merged = mergeBucket(cart, { Contents: [stored('a', { originalName: 'grandma.jpg', uploadId: 'local' })] });
    assert.equal(merged.length, 1);
    assert.equal(merged[0]?.id, 'local');
    assert.equal(merged[0]?.contentId, 'a');
    assert.equal(merged[0]?.status, 'uploaded');
    assert.deepEqual(merged[0]?.actions, choice);
  });

test('photos of one name are told apart by the ids they were sent with', () => {
  const cart = [1, 2].map((number) => ({ ...unsent, id: `local ${number}`, name: 'image.jpg' }));
  const arrived = stored('b', { originalName: 'image.jpg', uploadId: 'local 2' });
  const elsewhere = stored('c', { originalName: 'image.jpg' });
  assert.deepEqual(
    mergeBucket(cart, { Contents: [elsewhere, arrived] }).map(({ id, contentId }) => [id, contentId]),
    [
      ['local 1', null],
      ['local 2', 'b'],
      ['c', 'c'],
    ],
  );
});
