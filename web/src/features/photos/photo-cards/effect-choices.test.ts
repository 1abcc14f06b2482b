import type { Prompt } from '@keepsake/contract/films/prompts';
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { CartPhoto } from '../cart/cart-photo.ts';
import { fitToPrompts, isForOne, promptsOfTheme, themesOf } from './effect-choices.ts';

const prompt = (id: string, theme: Prompt['imageTheme']): Prompt => ({
  id,
  imageTheme: theme,
  action: { en: id },
  suggestions: [],
  revision: 1,
});
const person = { en: 'One person', hu: 'Egy személy' };
const prompts = [prompt('smile', person), prompt('wink', person), prompt('paw', 'Pets')];

const photo = (change: Partial<CartPhoto>): CartPhoto => ({
  id: 'local',
  photoId: null,
  filename: null,
  name: 'grandma.jpg',
  imageTheme: null,
  actions: [],
  unsaved: false,
  status: 'uploaded',
  failure: null,
  preview: null,
  size: null,
  createdAt: '2026-11-20T10:00:00Z',
  ...change,
});

test('each theme is offered once, in the language of the reader', () => {
  assert.deepEqual(themesOf(prompts, 'hu'), [
    { key: 'One person', label: 'Egy személy' },
    { key: 'Pets', label: 'Pets' },
  ]);
});

test('effects are limited to those of the theme', () => {
  assert.deepEqual(
    promptsOfTheme(prompts, 'One person').map(({ id }) => id),
    ['smile', 'wink'],
  );
  assert.deepEqual(promptsOfTheme(prompts, null), []);
});

describe('choices that no longer fit what is offered', () => {
  test('the theme is found from the effects the server remembers', () => {
    const fitted = fitToPrompts(photo({ actions: [{ promptId: 'paw', variety: 2 }] }), prompts);
    assert.equal(fitted.imageTheme, 'Pets');
    assert.equal(fitted.unsaved, false);
  });
  test('a withdrawn effect is dropped, and leaves a photo to be saved', () => {
    const fitted = fitToPrompts(photo({ actions: [{ promptId: 'gone', variety: 3 }] }), prompts);
    assert.deepEqual(fitted.actions, []);
    assert.equal(fitted.unsaved, true);
  });
  test('an effect that has got another name, or moves otherwise, since it was seen is dropped', () => {
    const chosen = photo({ imageTheme: 'Pets', actions: [{ promptId: 'paw', variety: 1 }] });
    for (const change of [{ action: { en: 'paw', de: 'Pfote' } }, { effect: 'nod' }]) {
      const renewed = prompts.map((one) => (one.id === 'paw' ? { ...one, ...change } : one));
      assert.deepEqual(fitToPrompts(chosen, renewed, prompts).actions, []);
      assert.equal(fitToPrompts(chosen, renewed), chosen, 'nothing else was seen');
    }
    const reordered = prompts.toReversed().map((one) => ({ ...one, revision: 2, suggestions: ['sharp_photo'] }));
    assert.equal(fitToPrompts(chosen, reordered, prompts), chosen);
  });
  test('a choice that fits is left alone', () => {
    const fine = photo({ imageTheme: 'Pets', actions: [{ promptId: 'paw', variety: 1 }] });
    assert.equal(fitToPrompts(fine, prompts), fine);
  });
});

const alone = { suggestions: ['smile', 'single_subject'] };
const together = { suggestions: ['smile', 'everyone_visible'] };
const either = { suggestions: ['laugh', 'sharp_photo'] };

test('a theme with an effect for one alone is for one, whichever of its effects are chosen', () => {
  for (const chosen of [[], [either], [alone]]) assert.equal(isForOne([either, alone], chosen), true);
});

test('a theme whose effects say nothing of it, or are for several, is not', () => {
  assert.equal(isForOne([either], [either]), false);
  assert.equal(isForOne([together, either], [either]), false);
  assert.equal(isForOne([], []), false, 'no theme is chosen yet');
});

test('of a theme with effects of both kinds, each effect says whether it is for one alone', () => {
  const mixed = [together, alone, either];
  assert.equal(isForOne(mixed, [together, alone]), true);
  assert.equal(isForOne(mixed, [together]), false);
  assert.equal(isForOne(mixed, [either]), false);
});
