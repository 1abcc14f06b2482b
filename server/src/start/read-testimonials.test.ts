import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { readTestimonials } from './read-testimonials.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: unknown) {
  const path = join(folder, 'testimonials.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readTestimonials({ TESTIMONIALS_FILE: path });
}

describe('the file of testimonials', () => {
  test('is not needed', () => {
    assert.equal(readTestimonials({ TESTIMONIALS_FILE: undefined }), null);
  });

  test('has quotes in their own language, English if none is given', async () => {
    assert.deepEqual(
      await read([
        { quote: ' She smiled. ', author: 'Ann' },
        { quote: 'Elmosolyodott.', author: 'Éva', language: 'hu' },
      ]),
      [
        { quote: 'She smiled.', author: 'Ann', language: 'en' },
        { quote: 'Elmosolyodott.', author: 'Éva', language: 'hu' },
      ],
    );
  });

  const good = { quote: 'She smiled.', author: 'Ann' };
  for (const [fault, content, expected] of [
    ['a missing author', [good, { quote: 'Good.' }], /the author of the entry number 2: This field is required/],
    ['a quote that is too long', [{ ...good, quote: 'x'.repeat(401) }], /the quote of the entry number 1: .*400/],
    ['another language', [{ ...good, language: 'it' }], /the language of the entry number 1: /],
    ['an unknown field', [{ ...good, stars: 5 }], /the stars of the entry number 1: /],
    ['a line break in a name', [{ ...good, author: 'Ann\nBob' }], /the author of the entry number 1: /],
    ['an empty list', [], /the list: /],
    ['too many', Array.from({ length: 13 }, () => good), /the list: .*12/],
    ['no list', { testimonials: [good] }, /the list: /],
    ['no JSON', '[{', /it is no JSON: /],
  ] as const)
    test(`is refused with ${fault}, in one line that says what is expected`, async () => {
      await assert.rejects(read(content), (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, expected);
        assert.match(error.message, /^Setting TESTIMONIALS_FILE cannot be used: .*testimonials\.json: .* is expected/);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      });
    });

  test('is refused if it is not there', () => {
    assert.throws(() => readTestimonials({ TESTIMONIALS_FILE: join(folder, 'nowhere.json') }), /no such file/);
  });
});
