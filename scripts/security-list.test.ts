import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { sessionLife } from '../server/src/features/accounts/sessions/authenticate.ts';
import { rateLimits } from '../server/src/platform/rate-limits.ts';

/** The requirements of OWASP ASVS 5.0, levels 1 and 2, that apply to this product. */
const levels1And2 = words(`
  1.1.1 1.1.2 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.2.9 1.3.2 1.3.3 1.3.4 1.3.6 1.3.7 1.3.11 1.4.2 1.5.1 1.5.2 2.1.1
  2.1.2 2.1.3 2.2.1 2.2.2 2.2.3 2.3.1 2.3.2 2.3.3 2.3.4 2.4.1 3.2.1 3.2.2 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6
  3.5.1 3.5.2 3.5.3 3.7.1 3.7.2 4.1.1 4.1.2 4.1.3 4.2.1 5.1.1 5.2.1 5.2.2 5.3.1 5.3.2 5.4.1 5.4.2 5.4.3 6.1.1
  6.1.2 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.2.9 6.2.10 6.2.11 6.2.12 6.3.1 6.3.2 6.3.3 6.3.4 6.4.1
  6.4.2 6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 7.1.1 7.1.2 7.2.1 7.2.2 7.2.3 7.2.4 7.3.1 7.3.2 7.4.1 7.4.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 8.1.1
  8.1.2 8.2.1 8.2.2 8.2.3 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 9.2.2 9.2.3 11.1.1 11.1.2 11.2.1 11.2.2 11.2.3 11.3.1
  11.3.2 11.3.3 11.4.1 11.4.2 11.4.3 11.5.1 12.1.1 12.1.2 12.2.1 12.2.2 12.3.1 12.3.2 12.3.3 12.3.4 13.1.1 13.2.1 13.2.2
  13.2.3 13.2.4 13.2.5 13.3.1 13.3.2 13.4.1 13.4.2 13.4.3 13.4.4 13.4.5 14.1.1 14.1.2 14.2.1 14.2.2 14.2.3 14.2.4
  14.3.1 14.3.2 14.3.3 15.1.1 15.1.2 15.1.3 15.2.1 15.2.2 15.2.3 15.3.1 15.3.2 15.3.3 15.3.4 15.3.5 15.3.6 15.3.7
  16.1.1 16.2.1 16.2.2 16.2.3 16.2.4 16.2.5 16.3.1 16.3.2 16.3.3 16.3.4 16.4.1 16.4.2 16.4.3 16.5.1 16.5.2 16.5.3
`);

/** Those of level 3 that are worth meeting here. */
const level3 = words(`
  1.3.12 3.4.7 3.4.8 3.5.8 3.6.1 4.1.4 5.2.4 5.2.6 6.3.7 6.3.8 7.5.3 8.3.2 11.2.4 13.1.2 13.1.3 13.2.6 13.4.6
  14.2.6 14.2.7 14.2.8 15.4.2 15.4.3 15.4.4 16.5.4
`);

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

interface Row {
  id: string;
  how: string;
  where: string;
}

const rows = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line): Row => {
    const [id = '', how = '', where = ''] = cells(line);
    return { id, how, where };
  });

test('docs/security.md answers every requirement, each once, and no other', () => {
  assert.equal(levels1And2.length, 178);
  assert.equal(level3.length, 24);
  assert.deepEqual(rows.map(({ id }) => id).toSorted(), [...levels1And2, ...level3].toSorted());
});

test('every answer says how, and names either files or the reason why not', () => {
  for (const { id, how, where } of rows) {
    assert.ok(how.length > 3, `${id} says nothing`);
    const isElsewhere = /^\*\*(?:Operator|Does not apply)\b/.test(how);
    assert.ok(isElsewhere || pathsIn(where).length > 0, `${id} names no file`);
    if (how.startsWith('**')) assert.match(how, /^\*\*(?:In part|Not yet|Operator|Does not apply)\b.{20}/, id);
  }
});

test('the totals of met and unmet requirements are correct', () => {
  const count = (word: string) => rows.filter(({ how }) => how.startsWith(`**${word}`)).length;
  const [inPart, notYet, operator, foreign] = ['In part', 'Not yet', 'Operator', 'Does not apply'].map(count);
  const met = rows.filter(({ how }) => !how.startsWith('**')).length;
  const sentence = `Of ${rows.length} requirements ${met} are met, ${inPart} in part, ${notYet} not yet, ${operator} are the operator's and ${foreign} do not apply.`;
  assert.ok(page.replaceAll('\n', ' ').includes(sentence), sentence);
});

test('every file that is named exists', () => {
  const named = pathsIn(page);
  assert.ok(named.length > 200);
  const missing = named.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, 'server/src', path)));
  assert.deepEqual([...new Set(missing)], []);
});

test('session limits and lifetimes are those of the code', () => {
  for (const [name, { points, seconds }] of Object.entries(rateLimits)) {
    assert.deepEqual(rowOf(`\`${name}\``).slice(1, 3), [String(points), String(seconds)], name);
  }
  for (const [role, { idleMs, absoluteMs }] of Object.entries(sessionLife)) {
    assert.deepEqual(rowOf(role).slice(1), [String(idleMs / 3_600_000), String(absoluteMs / 3_600_000)], role);
  }
});

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

function cells(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function rowOf(first: string): string[] {
  return (
    page
      .split('\n')
      .map(cells)
      .find((row) => row[0] === first) ?? []
  );
}

/** File names in backquotes: with a known extension, or with a folder. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([a-z0-9._/-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => /\.(?:tsx?|mjs|sql|html|json|md)$|^\.git/.test(path) && !path.startsWith('/'));
}
