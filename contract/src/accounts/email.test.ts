import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { email } from './email.ts';

describe('an e-mail address', () => {
  for (const [given, stored] of [
    [' A@Example.COM ', 'a@example.com'],
    ['anna@Bücher.example', 'anna@xn--bcher-kva.example'],
    ['anna@bu\u0308cher.example', 'anna@xn--bcher-kva.example'],
    ['anna@xn--bcher-kva.example', 'anna@xn--bcher-kva.example'],
    ['ａnna＠ｅｘａｍｐｌｅ．ｃｏｍ', 'anna@example.com'],
    ['anna@example。com', 'anna@example.com'],
    ['𝐀nna@example.com', 'anna@example.com'],
    ['Ñandú@example.com', 'ñandú@example.com'],
    ['n\u0303andu\u0301@example.com', 'ñandú@example.com'],
    ['anna+tag.o’hara_1@mail.example.co.uk', 'anna+tag.o’hara_1@mail.example.co.uk'],
  ] as const) {
    test(`is stored in one form: ${JSON.stringify(given)}`, () => {
      assert.equal(email.parse(given), stored);
    });
  }

  test('has only one form in any script, without invisible characters', () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(words, words, (local, name) => {
        const read = email.safeParse(`${local}@${name}.example.com`);
        if (!read.success) return;
        assert.equal(email.parse(read.data), read.data);
        assert.equal(read.data, read.data.toLowerCase().normalize('NFKC'));
        assert.match(read.data, /^[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+@[a-z0-9._-]+$/u);
      }),
    );
  });

  test('is parsed in linear time, whatever it contains', () => {
    const long = ['a'.repeat(100_000), `a@${'a.'.repeat(50_000)}`, `a@${'-'.repeat(100_000)}.b`, '@'.repeat(100_000)];
    const start = performance.now();
    for (const text of long) assert.ok(!email.safeParse(text).success);
    assert.ok(performance.now() - start < 5000);
  });
});
