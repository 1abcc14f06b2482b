import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import { isDatabaseDown } from './db.ts';

const { db } = await startTestApp(undefined);

test('a failed transaction reports its own error, also where its connection is lost meanwhile', async () => {
  const failed = new Error('the work failed');
  const work = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 2000)`.execute(db);
    throw failed;
  });
  await assert.rejects(work, failed);
  assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }]);
});

test('a statement on a lost connection reports that the database is down', async () => {
  const work = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 2000)`.execute(db);
    await sql`select 1`.execute(tx);
  });
  await assert.rejects(work, isDatabaseDown);
});

test('a bigint beyond the safe integers is refused, not rounded', async () => {
  await assert.rejects(sql`select 9007199254740993::bigint as amount`.execute(db), RangeError);
});
