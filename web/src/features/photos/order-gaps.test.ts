import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Prompt } from '@keepsake/contract/films/prompts';
import { test, vi } from 'vitest';
import { loadArea } from '../../shared/texts/texts.ts';
import type { Lacks } from '../photo-checks/photo-checks.api.ts';
import type { CartPhoto } from './cart/cart-photo.ts';
import { findGaps, gapErrors, gapProblems } from './order-gaps.ts';

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

test('each gap is named in words, with the control that fixes it', async () => {
  const texts = path.join(import.meta.dirname, '../../../public/locales/en/wizard.json');
  vi.stubGlobal('__TEXTS_VERSION__', 'test');
  vi.stubGlobal('fetch', async () => new Response(readFileSync(texts)));
  await loadArea('wizard');
  const lacks: Lacks = new Map([['c1', { smile: 'no_face' }]]);
  const gaps = findGaps([ready, { ...ready, id: 'p2', actions: [] }], { ...agreed, finalSale: false }, lacks);
  const prompts = [
    { id: 'wink', action: { en: 'Wink' } },
    { id: 'smile', action: { en: 'Smile' } },
  ] as Prompt[];
  const named = [
    ['photo-p1-effect-smile', 'Photo 1, Smile: say whether the film may show something else'],
    ['photo-p2-effects', 'Photo 2: choose an effect'],
    ['consent-final-sale', 'Agree that the purchase is final'],
  ];
  assert.deepEqual([...gapErrors(gaps, prompts)], named);
  assert.deepEqual(
    gapProblems(gaps, prompts).map(({ fieldId, text }) => [fieldId, text]),
    named,
  );
  const [unknown] = gapProblems(gaps);
  assert.equal(unknown?.text, 'Photo 1, : say whether the film may show something else', 'an effect that is gone');
});
