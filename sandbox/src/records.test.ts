import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { openRecords } from './records.ts';

type Kinds = { cups: { id: string; colour: string }; plates: { id: string } };

const folder = await mkdtemp(join(tmpdir(), 'records-'));
const open = (name: string) => openRecords<Kinds>(join(folder, name), ['cups', 'plates']);
afterAll(() => rm(folder, { recursive: true }));

test('records are there again after a restart, and no temporary file is', async () => {
  const records = await open('kept');
  await records.write([
    { kind: 'cups', record: { id: 'a', colour: 'red' } },
    { kind: 'plates', record: { id: 'b' } },
  ]);
  await records.write([{ kind: 'cups', record: { id: 'a', colour: 'blue' } }]);
  await records.write([{ kind: 'plates', record: { id: 'c' } }]);
  await records.remove('plates', 'b');

  const again = await open('kept');
  assert.deepEqual(again.all('cups'), [{ id: 'a', colour: 'blue' }]);
  assert.deepEqual(again.all('plates'), [{ id: 'c' }]);
  assert.deepEqual(await readdir(join(folder, 'kept', 'journal')), []);
  assert.deepEqual(await readdir(join(folder, 'kept', 'plates')), ['c.json']);
});

test('changes that a crash interrupted are finished at the next start', async () => {
  const journal = join(folder, 'crashed', 'journal');
  await mkdir(journal, { recursive: true });
  const changes = [
    { kind: 'cups', record: { id: 'a', colour: 'green' } },
    { kind: 'plates', record: { id: 'b' } },
  ];
  await writeFile(join(journal, '1-x.json'), JSON.stringify(changes));
  await writeFile(join(journal, '2-y.json.half.tmp'), '[{"kind":"cups","rec');
  await mkdir(join(folder, 'crashed', 'cups'));
  await writeFile(join(folder, 'crashed', 'cups', 'b.json.half.tmp'), '{"id":');

  const records = await open('crashed');
  assert.deepEqual(records.get('cups', 'a'), { id: 'a', colour: 'green' });
  assert.deepEqual(records.get('plates', 'b'), { id: 'b' });
  assert.deepEqual(await readdir(journal), []);
  assert.deepEqual(await readdir(join(folder, 'crashed', 'cups')), ['a.json']);
});

test('a record that is no JSON stops the start and is named', async () => {
  await mkdir(join(folder, 'broken', 'cups'), { recursive: true });
  await writeFile(join(folder, 'broken', 'cups', 'a.json'), '{');
  await assert.rejects(open('broken'), /cups\/a\.json cannot be read as JSON/);
});
