import assert from 'node:assert/strict';
import { test } from 'vitest';
import { matches } from './manager-frame.tsx';

test('a search finds words of every language, in any order, with or without accents', () => {
  const texts = [{ en: 'Smile', hu: 'Mosoly', fr: 'Éclat de rire' }, 'single_subject'];
  for (const typed of ['', 'smi', 'MOSOLY', 'eclat', 'éclat smile', ' subject  smile '])
    assert.ok(matches(typed, texts), typed);
  for (const typed of ['wink', 'smile wink']) assert.ok(!matches(typed, texts), typed);
});
