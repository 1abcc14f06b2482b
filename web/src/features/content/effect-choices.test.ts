import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Prompt } from '@keepsake/contract/prompts';
import type { CartPhoto } from './cart-photo.ts';
import { fitToPrompts, promptsOfTheme, takenEffects, themesOf, whyNoMoreEffects } from './effect-choices.ts';

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
  contentId: null,
  filename: null,
  name: 'grandma.jpg',
  imageTheme: null,
  actions: [{ promptId: null, variety: 1 }],
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

test('an effect chosen in one row is taken for the others', () => {
  const actions = [
    { promptId: 'smile', variety: 1 },
    { promptId: null, variety: 1 },
  ];
  assert.deepEqual([...takenEffects(actions, 1)], [['smile', 1]]);
  assert.deepEqual([...takenEffects(actions, 0)], []);
});

test('no effect can be added without a theme or when every effect has its row', () => {
  assert.equal(whyNoMoreEffects(0, [{ promptId: null, variety: 1 }]), 'no_theme');
  assert.equal(whyNoMoreEffects(2, [{ promptId: 'smile', variety: 1 }]), null);
  assert.equal(
    whyNoMoreEffects(2, [
      { promptId: 'smile', variety: 1 },
      { promptId: null, variety: 1 },
    ]),
    'all_used',
  );
});

describe('choices that no longer fit what is offered', () => {
  test('the theme is found from the effects the server remembers', () => {
    const fitted = fitToPrompts(photo({ actions: [{ promptId: 'paw', variety: 2 }] }), prompts);
    assert.equal(fitted.imageTheme, 'Pets');
    assert.equal(fitted.unsaved, false);
  });
  test('a withdrawn effect leaves an empty row and a photo to be saved', () => {
    const fitted = fitToPrompts(photo({ actions: [{ promptId: 'gone', variety: 3 }] }), prompts);
    assert.deepEqual(fitted.actions, [{ promptId: null, variety: 1 }]);
    assert.equal(fitted.unsaved, true);
  });
  test('a choice that fits is left alone', () => {
    const fine = photo({ imageTheme: 'Pets', actions: [{ promptId: 'paw', variety: 1 }] });
    assert.equal(fitToPrompts(fine, prompts), fine);
  });
});
