import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { areas } from './areas.ts';

const root = join(import.meta.dirname, '../..');

test('every file that mutation testing names is there', () => {
  const named = areas.flatMap(({ mutate, tests }) => [...mutate, ...tests]).flatMap(withoutBraces);
  const missing = named.filter((pattern) => globSync(pattern, { cwd: root }).length === 0);
  assert.deepEqual(missing, []);
});

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`: a glob would not say which of them it has not found. */
function withoutBraces(pattern: string): string[] {
  const [, before, choices, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  if (choices === undefined) return [pattern];
  return choices.split(',').flatMap((choice) => withoutBraces(`${before}${choice}${after}`));
}
