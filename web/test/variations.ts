import { test } from 'vitest';

/** As `test.for`: the first case runs in `npm test`, the others, which vary it, in the full run. */
export function testVariations<Case>(cases: readonly Case[]) {
  return (name: string, run: (one: Case) => Promise<void>): void => {
    test.for(cases.slice(0, 1))(name, run);
    test.for(cases.slice(1))(name, { tags: ['full'] }, run);
  };
}
