import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'vitest';

const texts = await readFile(path.join(import.meta.dirname, 'mail-texts.fr.ts'), 'utf8');

test('in French mails no line begins with a sign that belongs to the word before it', () => {
  assert.deepEqual(texts.match(/.*(?:\p{L} (?:[;:!»]|\?(?! ['`]))|«(?!\\u00a0)|(?<!\\u00a0)»).*/gu), null);
});
