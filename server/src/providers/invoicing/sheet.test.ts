import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isPrintable, toPrintable } from '@keepsake/contract/printable';
import { missingLetters } from './sheet.ts';

test('the contract’s printable characters are the visible ones that both faces of the font have', () => {
  const letters = Array.from({ length: 0x20_000 }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => letter === ' ' || !/[\p{C}\p{Z}]/u.test(letter),
  );
  // A space between the characters, so that none combines with the next.
  const missing = new Set(missingLetters(letters.join(' ')));
  const differing = letters.filter((letter) => {
    const drawn = [...letter.normalize('NFC')];
    return isPrintable(drawn.join('')) === drawn.some((one) => missing.has(one));
  });
  assert.deepEqual(differing, []);
  assert.ok(letters.filter(isPrintable).length > 1500);
});

test('making text printable is idempotent', () => {
  for (const text of ['Ｆő utca\u3000１２½', '№ 5', 'ﬁ Ⅳ ㈱ ㎏', 'o\u030B\u0301']) {
    const once = toPrintable(text);
    assert.equal(toPrintable(once), once);
  }
});
