import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import { isDatabaseDown } from './db.ts';
import { prepared, type Placeholders } from './prepared.ts';

const { db } = await startTestApp(undefined);

test('a failed transaction reports its own error, even if its connection is lost at the same time', async () => {
  const failed = new Error('the work failed');
  const work = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 30000)`.execute(db);
    throw failed;
  });
  await assert.rejects(work, failed);
  assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }]);
});

test('a statement on a lost connection reports that the database is down', async () => {
  const work = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 30000)`.execute(db);
    await sql`select 1`.execute(tx);
  });
  await assert.rejects(work, isDatabaseDown);
});

test('a bigint beyond the safe integers is refused, not rounded', async () => {
  await assert.rejects(sql`select 9007199254740993::bigint as amount`.execute(db), RangeError);
});

test('names are snake_case in statements and camelCase in rows; keys inside JSON stay as they are', async () => {
  const rows = await db
    .selectFrom(
      sql<{ storedKey: string; details: object }>`(select 1 as stored_key, '{"first_part": 1}'::jsonb as details)`.as(
        'given',
      ),
    )
    .select(['given.storedKey', 'given.details as allDetails'])
    .execute();
  assert.deepEqual(rows, [{ storedKey: 1, allDetails: { first_part: 1 } }]);
});

test('a prepared statement is built once and runs with the values of each call', async () => {
  let built = 0;
  const twice = prepared((_, { amount, days }: Placeholders<{ amount: number; days: string[] }>) => {
    built += 1;
    return db.selectNoFrom([
      sql<number>`${amount}::int * 2`.as('doubledAmount'),
      sql<number>`cardinality(${days}::text[])`.as('numberOfDays'),
    ]);
  });
  const runs = await Promise.all([
    twice(db, { amount: 4, days: ['a', 'b'] }),
    db.transaction().execute((tx) => twice(tx, { amount: 5, days: [] })),
  ]);
  assert.deepEqual(runs, [[{ doubledAmount: 8, numberOfDays: 2 }], [{ doubledAmount: 10, numberOfDays: 0 }]]);
  assert.equal(built, 1);
  await assert.rejects(twice(db, { amount: 1 } as never), /lacks its argument days/);
});
