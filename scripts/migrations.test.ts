import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';

/** Statements that break the previous release on the same database, or block the writes of a running one. */
const unsafe: [string, RegExp][] = [
  ['drops a column', /\bdrop\s+column\b/],
  ['drops a table, view, type or function', /\bdrop\s+(?:table|view|type|function)\b/],
  ['renames', /\brename\b/],
  ['changes the type of a column', /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/],
  ['asks for a value that the release before does not write', /\bset\s+not\s+null\b/],
  ['takes a default away', /\bdrop\s+default\b/],
  ['refuses rows that the release before may write', /\badd\s+(?:constraint|check|unique|foreign|primary)\b/],
  [
    'adds a column that the release before leaves empty',
    /\badd\s+column\s+(?:(?!\bdefault\b)[^,;])*\bnot\s+null\b(?![^,;]*\bdefault\b)/,
  ],
  ['removes rows', /\b(?:delete\s+from|truncate)\b/],
];
/** `-- contract: since 1.4 nothing reads versions.seed` allows the file to remove something: no release from that one on uses it. */
const allowed = /^-- contract: since \S+ .{10,}$/m;
/** The last file of the baseline, which the first release creates the database with. */
const lastOfFirstRelease = '0009';

const folder = join(import.meta.dirname, '../server/migrations');
const files = globSync('*.sql', { cwd: folder }).toSorted();

describe('migrations', () => {
  test('are numbered, each number once', () => {
    assert.ok(files.length >= 9);
    const all = globSync('*', { cwd: folder });
    for (const file of all) assert.match(file, /^\d{4}_[a-z_]+\.sql$/);
    assert.equal(new Set(all.map((file) => file.slice(0, 4))).size, all.length);
  });

  for (const file of files.filter((name) => name.slice(0, 4) > lastOfFirstRelease)) {
    test(`${file} keeps the previous release working on the same database`, () => {
      const text = readFileSync(join(folder, file), 'utf8');
      assert.deepEqual(
        faultsOf(text),
        [],
        'make it additive, or say with "-- contract: since <release> <reason>" why it may',
      );
    });
  }

  const planted: [string, string][] = [
    ['alter table a drop column b;', 'drops a column'],
    ['drop table a;', 'drops a table, view, type or function'],
    ['alter table a rename column b to c;', 'renames'],
    ['alter table a alter column b type bigint;', 'changes the type of a column'],
    ['alter table a alter b set not null;', 'asks for a value that the release before does not write'],
    ['alter table a alter b drop default;', 'takes a default away'],
    ['alter table a add constraint c check (b > 0);', 'refuses rows that the release before may write'],
    ['alter table a add column b int not null;', 'adds a column that the release before leaves empty'],
    ['delete from a;', 'removes rows'],
  ];
  for (const [text, fault] of planted) {
    test(`that one ${fault} is found`, () => {
      assert.deepEqual(faultsOf(text), [fault]);
      assert.deepEqual(faultsOf(`-- contract: since 1.4 nothing reads it any more\n${text}`), []);
    });
  }

  test('may add: columns with a default or without a value, tables, indexes', () => {
    const additive = [
      "alter table a add column b int not null default 0, add column c text check (c <> '');",
      'create table d (id uuid primary key, name text not null);',
      'create index e on d (name);',
      '-- drop column is what a comment may say',
    ];
    assert.deepEqual(faultsOf(additive.join('\n')), []);
  });
});

function faultsOf(text: string): string[] {
  if (allowed.test(text)) return [];
  const statements = text.replaceAll(/--.*$|\/\*[\s\S]*?\*\//gm, '').toLowerCase();
  return unsafe.filter(([, pattern]) => pattern.test(statements)).map(([fault]) => fault);
}
