/** Texts that programs stumble over: names of Object.prototype, halves of surrogate pairs, NUL, SQL, invisible letters, numbers in words. */
const hostileTexts = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '\u0000',
  'a\u0000b',
  '\uD800',
  'a\uDC00b',
  'abc \uDBFF def',
  '\uFFFF',
  '\u202Etxt.exe',
  '\u200B',
  '\uFEFFab',
  '\u00ADab\u2028c',
  'İıß',
  '１２',
  '👵🏽',
  `e${'\u0301'.repeat(500)}`,
  '',
  ' ',
  'a',
  'ab',
  'abc',
  '\n\t\r',
  "'; drop table users; --",
  '%_\\',
  '${x}{{x}}%s%n',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '1,000',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '-9223372036854775809',
  '1e400',
  'NaN',
  'Infinity',
  'null',
  'true',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '9999999-01-01',
  '+275760-09-13',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0199aa00-0000-7000-8000-00000000000g',
  '{0199aa00-0000-7000-8000-000000000000}',
  'http://[::1]:0/\u0000',
  'a@b.c',
  'ａ@ｂ.example',
  'x'.repeat(256),
  'x'.repeat(20_000),
  '\u0000'.repeat(2000),
];

const hostileNumbers = [
  0, -0, 1, -1, 0.1, 1.005, 1e-7, 2, 10, 11, 100, 101, 32_768, 2_147_483_647, 2_147_483_648, -2_147_483_649, 4_294_967_296,
  9_007_199_254_740_991, -9_007_199_254_740_991, 9_007_199_254_740_992, 1e21, 1e308, -1e308,
]; // prettier-ignore

const hostileShapes: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  ['__proto__'],
  ['a', 'a'],
  { length: 1 },
  { toString: 'x', valueOf: 'y' },
  { $gt: '' },
  { '1': 50, '\uD800': 1, '\u0000': 1, '1e3': 1, toString: 1 },
  { en: '\uD800' },
  { en: 'ab', hu: '\u0000' },
  Array.from({ length: 1001 }, () => 'x'),
  nested(200),
];

export const hostileValues: readonly unknown[] = [...hostileTexts, ...hostileNumbers, ...hostileShapes];

/** For where only text can be sent: paths, queries, fields of forms. */
export const hostileWords: readonly string[] = [...hostileTexts, ...hostileNumbers.map(String), '[object Object]'];

/** JSON that no serializer writes, in the place of a body's first brace. */
export const hostileJson: readonly string[] = [
  '{"__proto__":{"role":"Admin"},',
  '{"constructor":{"prototype":{"x":1}},',
  '{"\\u0000":1,"\\ud800":2,',
  '{"x":1e999,"y":-1e999,"z":-0,',
  `{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)},`,
  '\uFEFF{',
  '{,',
  '{"open":"',
];

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

/**
 * Every value of a request in turn replaced by every hostile value, doubled, and left out.
 * @param hostile what to put there
 */
export function* variations(good: unknown, hostile: readonly unknown[]): Generator<{ at: string; value: unknown }> {
  for (const path of pathsOf(good)) {
    const original = read(good, path);
    const at = path.join('.');
    for (const value of hostile) yield { at, value: replaced(good, path, value) };
    if (Array.isArray(original)) yield { at, value: replaced(good, path, [...original, ...original]) };
    if (typeof original === 'string') {
      for (const part of ['\u0000', '\uD800', ' ', '\u202E']) {
        yield { at, value: replaced(good, path, original + part) };
        yield { at, value: replaced(good, path, part + original) };
      }
      yield { at, value: replaced(good, path, original.toUpperCase()) };
    }
    if (path.length > 0) yield { at, value: replaced(good, path, undefined) };
  }
}

function* pathsOf(value: unknown, path: string[] = []): Generator<string[]> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* pathsOf(inner, [...path, key]);
}

function read(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, key) => (inner as Record<string, unknown>)[key], value);
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const inner = replaced((value as Record<string, unknown>)[key], rest, by);
  if (Array.isArray(value)) return value.with(Number(key), inner);
  return { ...(value as object), [key]: inner };
}
