import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { openRecords } from './records.ts';

type Kinds = { cups: { id: string; colour: string }; plates: { id: string } };

const folder = await mkdtemp(join(tmpdir(), 'records-'));
const open = (name: string) => openRecords<Kinds>(join(folder, name), ['cups', 'plates']);
afterAll(() => rm(folder, { recursive: true }));

test('records are there again after a restart', async () => {
  const records = await open('kept');
  await records.write([
    { kind: 'cups', record: { id: 'b', colour: 'red' } },
    { kind: 'plates', record: { id: 'b' } },
  ]);
  await records.write([{ kind: 'cups', record: { id: 'a', colour: 'green' } }]);
  await records.write([{ kind: 'cups', record: { id: 'b', colour: 'blue' } }]);
  await records.remove('plates', 'b');

  const again = await open('kept');
  assert.deepEqual(again.all('cups'), [
    { id: 'b', colour: 'blue' },
    { id: 'a', colour: 'green' },
  ]);
  assert.deepEqual(again.all('plates'), []);
});

test('changes interrupted by a crash are dropped, and the next ones are kept', async () => {
  const records = await open('crashed');
  await records.write([{ kind: 'plates', record: { id: 'a' } }]);
  await appendFile(join(folder, 'crashed', 'records.jsonl'), '[{"kind":"cups","id":"a","rec');
  await (await open('crashed')).write([{ kind: 'cups', record: { id: 'b', colour: 'red' } }]);

  const again = await open('crashed');
  assert.deepEqual(again.all('plates'), [{ id: 'a' }]);
  assert.deepEqual(again.all('cups'), [{ id: 'b', colour: 'red' }]);
});
