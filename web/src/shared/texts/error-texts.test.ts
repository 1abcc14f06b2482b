import { errors } from '@keepsake/contract/errors';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';

const file = path.join(import.meta.dirname, '../../../public/locales/en/errors.json');

test('the English page says for every error of the API what the API itself says', () => {
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  for (const [code, [, text]] of Object.entries(errors)) assert.equal(texts[code], text, code);
});
