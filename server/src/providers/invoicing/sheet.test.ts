import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isPrintable, toPrintable } from '@keepsake/contract/printable';
import { lettersMissing } from './sheet.ts';

test('the letters that the contract calls printable are those of both faces of the font, as far as people can see them', () => {
  const letters = Array.from({ length: 0x20_000 }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => letter === ' ' || !/[\p{C}\p{Z}]/u.test(letter),
  );
  // A space between them, so that none is composed with the next.
  const missing = new Set(lettersMissing(letters.join(' ')));
  const differing = letters.filter((letter) => {
    const drawn = [...letter.normalize('NFC')];
    return isPrintable(drawn.join('')) === drawn.some((one) => missing.has(one));
  });
  assert.deepEqual(differing, []);
  assert.ok(letters.filter(isPrintable).length > 1500);
});

test('printable text stays what it is however often it is made printable', () => {
  for (const text of ['Ｆő utca\u3000１２½', '№ 5', 'ﬁ Ⅳ ㈱ ㎏', 'o\u030B\u0301']) {
    const once = toPrintable(text);
    assert.equal(toPrintable(once), once);
  }
});
