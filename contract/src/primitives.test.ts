import { describe, expect, test } from 'vitest';
import { date, id, longText, plainString, text } from './primitives.ts';

describe('text', () => {
  test('is stored as it is seen', () => {
    expect(text(20).parse(' \u200BAda\u202E Kov\u00ADács\uFEFF ')).toBe('Ada Kovács');
    expect(longText(20).parse('She smiles.\u200B\nHe nods.\t')).toBe('She smiles.\nHe nods.');
  });

  test.each(['\u200B', ' \uFEFF ', '\u3164'])('of invisible characters alone is missing (%j)', (value) => {
    expect(text(20).safeParse(value).success).toBe(false);
  });

  test.each(['a\0b', 'a\uD800', '\uDC00a', 'a\u0007b', 'a\nb'])(
    'refuses control characters and half characters (%j)',
    (value) => {
      expect(text(20).safeParse(value).success).toBe(false);
    },
  );

  test('that is only compared is kept unchanged, but for characters that the database refuses', () => {
    expect(plainString().parse(' \u200B\t👵 ')).toBe(' \u200B\t👵 ');
    for (const value of ['\0', '\uD83D', 'a\uDC75']) expect(plainString().safeParse(value).success).toBe(false);
  });
});

test('an id is the same in upper and lower case', () => {
  expect(id.parse('0199AA00-0000-7000-8000-00000000DEAD')).toBe('0199aa00-0000-7000-8000-00000000dead');
});

test('refuses days of the year 0', () => {
  expect(date.safeParse('0000-12-31').success).toBe(false);
  for (const day of ['0001-01-01', '2026-11-27', '9999-12-31']) expect(date.parse(day)).toBe(day);
});
