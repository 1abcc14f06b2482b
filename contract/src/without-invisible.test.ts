import { expect, test } from 'vitest';
import { withoutInvisible } from './without-invisible.ts';

test.each([
  ['zero-width space', 'Ad\u200Ba', 'Ada'],
  ['right-to-left override', 'photo\u202Egpj.exe', 'photogpj.exe'],
  ['isolates and marks', '\u2066Ada\u2069\u200E\u200F\u061C', 'Ada'],
  ['soft hyphen, byte order mark, word joiner', '\uFEFFA\u00ADd\u2060a', 'Ada'],
  ['fillers and blank letters', '\u3164\u115F\u2800Ada\uFFA0', 'Ada'],
  ['tags and variation selectors', 'Ada\u{E0041}\u{E0100}\uFE0F', 'Ada'],
  ['line and paragraph separators', 'Ada\u2028\u2029', 'Ada'],
  ['a joiner between letters that nothing joins', 'A\u200Dda\u200C', 'Ada'],
  ['joiners in a row', '\u0915\u094D\u200D\u200D\u0937', '\u0915\u094D\u0937'],
])('takes out: %s', (_what, text, seen) => {
  expect(withoutInvisible(text)).toBe(seen);
});

test.each([
  ['accents', 'Zoe\u0308 Kovács-Őry O’Neill'],
  ['joined letters', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645 \u0915\u094D\u200D\u0937'],
  ['a family', '👨‍👩‍👧‍👦 👩🏽‍🦰'],
  ['pictures and keys', '❤️ 1️⃣ 👵🏽'],
  ['right-to-left letters', 'שרה كريم'],
])('leaves as they are: %s', (_what, text) => {
  expect(withoutInvisible(text)).toBe(text);
});
