import { expect, test } from 'vitest';
import { firstLines } from './results.ts';

test('the beginning of an error tells what went wrong, without colours and stacks', () => {
  const stack = '    at file:///short-form.ts:32:16\n    at processTicksAndRejections (node:internal)';
  expect(firstLines([`Error: \u001b[31mthe film is late\u001b[39m\n\n${stack}`])).toEqual(['Error: the film is late']);
});

test('the beginning of a long error leaves out what its two sides have in common', () => {
  const same = Array.from({ length: 20 }, (_, at) => `    "field${at}": ${at},`);
  const lines = ['AssertionError: expected … to equal …', '- Expected', '+ Received', '  {', ...same];
  const shown = firstLines([[...lines, '-   "state": "paid",', '+   "state": "open",', '  }'].join('\n')]);
  expect(shown).toEqual([...lines.slice(0, 3), '-   "state": "paid",', '+   "state": "open",']);
});

test('the beginnings of many errors are eight lines in all', () => {
  expect(firstLines(Array.from({ length: 20 }, (_, at) => `Error ${at}: ${'long '.repeat(100)}`))).toHaveLength(8);
});
