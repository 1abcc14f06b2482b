import assert from 'node:assert/strict';
import { test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { startWorkerProcess } from '../../../test/worker-process.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../test/statements.ts';
import { migrate } from './migrate.ts';

test('a build keeps running, and starts, if a newer build has already migrated the database', async (t) => {
  const app = await startTestApp(t);
  await app.db.transaction().execute(async (tx) => {
    await runStatement(tx, sql`alter table buckets add column of_a_later_release text`);
    await runStatement(tx, sql`insert into migrations (name) values ('9999_of_a_later_release.sql')`);
  });
  assert.equal((await fetch(`${app.url}/readyz`)).status, 200);
  assert.deepEqual(await migrate(app.deps.config.DATABASE_URL ?? ''), [], 'nothing to apply');
  await startWorkerProcess(t, app);
});

test('a database from before the baseline is refused, with instructions, and not changed', async (t) => {
  const app = await startTestApp(t);
  await runStatement(app.db, sql`update migrations set name = '0002_accounts.sql' where name = '0002_journal.sql'`);
  await assert.rejects(
    migrate(app.deps.config.DATABASE_URL ?? ''),
    /before the first release \(it has 0002_accounts\.sql\).*use an empty one/,
  );
  const rows = await allRows<{ name: string }>(
    app.db,
    sql`select name from migrations where name = '0002_journal.sql'`,
  );
  assert.deepEqual(rows, []);
});

test('a migration that waits for a table does not block its readers, and continues once the table is free', async (t) => {
  const app = await startTestApp(t);
  await runStatement(app.db, sql`delete from migrations where name = '0010_bucket_names.sql'`);
  await runStatement(app.db, sql`alter table buckets drop column name cascade`);
  let migrating: Promise<string[]> | undefined;
  await app.db.transaction().execute(async (report) => {
    await runStatement(report, sql`select count(*) from buckets`);
    migrating = migrate(app.deps.config.DATABASE_URL ?? '');
    await until(async () => (await waitingMigrations(app)) > 0);
    await runStatement(app.db, sql`select count(*) from buckets`);
    assert.equal(await waitingMigrations(app), 0, 'it has let go');
  });
  assert.deepEqual(await migrating, ['0010_bucket_names.sql']);
});

async function waitingMigrations({ db }: TestApp): Promise<number> {
  const rows = await allRows<object>(
    db,
    sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'keepsake-migrate' and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

test('a build is not ready before its own migrations are applied', async (t) => {
  const app = await startTestApp(t);
  await runStatement(app.db, sql`delete from migrations where name = '0009_views.sql'`);
  const answer = await fetch(`${app.url}/readyz`);
  assert.equal(answer.status, 503);
  assert.deepEqual(((await answer.json()) as { parts: object }).parts, {
    database: 'ok',
    migrations: 'failed',
    storage: 'ok',
    process: 'ok',
  });
});
