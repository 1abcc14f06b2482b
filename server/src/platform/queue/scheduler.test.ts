import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as z from 'zod/mini';
import { startTestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../test/statements.ts';
import { startScheduler } from './scheduler.ts';

test('one of several workers enqueues a due job', async (t) => {
  const { db, deps } = await startTestApp(t);
  await runStatement(db, sql`create table enqueued (at timestamptz)`);
  await runStatement(
    db,
    sql`create function note() returns trigger language plpgsql as 'begin insert into enqueued values (new.enqueued_at); return new; end'`,
  );
  await runStatement(
    db,
    sql`create trigger noted after insert or update on schedules for each row execute function note()`,
  );
  const everyMs = 400;
  const workers = 4;
  const stops = Array.from({ length: workers }, () =>
    startScheduler(db, [{ job: { name: 'sweep-retention', payload: z.object({}) }, everyMs }], deps.log),
  );
  const times = async () =>
    (await allRows<{ at: Date }>(db, sql`select at from enqueued order by at`)).map(({ at }) => +at);
  await until(async () => (await times()).length >= 3 * workers);
  stops.forEach((stop) => stop());
  const all = await times();
  // Each worker enqueues it when it starts; if each did so at its every interval too, it would be four times as often. The slower the
  // machine, the less even the pauses are, so they are not compared one by one.
  const intervals = ((all.at(-1) ?? 0) - (all[0] ?? 0)) / everyMs;
  assert.ok(all.length <= workers + 1.5 * intervals, `${all.length} times in ${intervals.toFixed(1)} intervals`);
});
