import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'vitest';
import { sql } from 'kysely';
import { listErrors, workerStats } from '@keepsake/contract/admin/monitoring';
import { myBuckets, updateBatch } from '@keepsake/contract/photos/content';
import { until } from '../test/until.ts';
import { startTestApp } from '../test/harness.ts';
import { createPhotoSet } from '../test/photo-set.ts';
import { allRows, runStatement } from '../test/statements.ts';
import { runningJob } from '../test/running-job.ts';
import { sweepRetentionJob } from './features/deletion/sweep-retention.job.ts';
import { describeError } from './platform/database/describe-error.ts';

/** What must not appear in a reply or a list: parts of statements, and values of customers or rows. */
const secrets = /select |insert |update |delete |values|\$\d|grandma|0{8}-|Key \(|syntax|does not exist|raised by/i;

const app = await startTestApp(undefined);
const { db, call } = app;
const admin = await app.createUser({ role: 'Admin' });

/** Makes writes to a table fail with an error of PostgreSQL whose message contains the values of the row. */
async function refuseWrites(t: TestContext, table: string, error: string): Promise<void> {
  const [name, code] = [sql.id(table), sql.lit(error)];
  await runStatement(
    db,
    sql`
    create function refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'raised by update of values (%)', coalesce(new, old) using errcode = ${code};
    end $$`,
  );
  await runStatement(
    db,
    sql`create trigger refuse before insert or update or delete on ${name} for each row execute function refuse()`,
  );
  t.onTestFinished(async () => void (await runStatement(db, sql`drop function refuse cascade`)));
}

async function changeSet() {
  const { id, token } = await app.createUser({ name: 'grandma' });
  const { bucketId, photoIds } = await createPhotoSet(db, id, [[1]]);
  const [prompt] = await allRows<{ id: string }>(db, sql`select id from prompts order by position limit 1`);
  const body = { contents: [{ id: photoIds[0] ?? '', actions: [{ promptId: prompt?.id ?? '', variety: 2 }] }] };
  return { bucketId, token, change: () => call(updateBatch, { token, body }) };
}

const listed = async () =>
  (await call(listErrors, { token: admin.token })).data.data.map(({ errorMessage }) => errorMessage);

/** An error is recorded beside its answer. */
const untilListed = (message: string) => until(async () => (await listed()).includes(message));

function assertGeneral({ status, error }: Awaited<ReturnType<typeof call>>, expected: [number, string]): void {
  assert.deepEqual([status, error.code], expected);
  assert.doesNotMatch(JSON.stringify({ ...error, requestId: '' }), secrets);
}

describe('an error of PostgreSQL gets a general reply, and is listed with the names of the objects involved only:', () => {
  test('a row that a trigger rejects', async (t) => {
    const { change } = await changeSet();
    await refuseWrites(t, 'photo_prompts', '22023');
    assertGeneral(await change(), [500, 'internal_error']);
    await untilListed('/api/content/update-batch: The database refused a statement: error 22023, in exec_stmt_raise.');
  });

  test('a missing column', async () => {
    const { token } = await changeSet();
    await runStatement(db, sql`alter table buckets rename column deletion_date to gone`);
    const answer = await call(myBuckets, { token });
    await runStatement(db, sql`alter table buckets rename column gone to deletion_date`);
    assertGeneral(answer, [500, 'internal_error']);
    await untilListed('/api/content/my: The database refused a statement: error 42703, in errorMissingColumn.');
  });

  test('a statement that timed out is not added to the error list', async (t) => {
    const { change } = await changeSet();
    const before = await listed();
    await refuseWrites(t, 'photo_prompts', '57014');
    assertGeneral(await change(), [503, 'service_unavailable']);
    assert.deepEqual(await listed(), before);
  });

  test('a set that a task cannot delete', async (t) => {
    const { bucketId } = await changeSet();
    await runStatement(db, sql`update buckets set deletion_date = app_now() - interval '1 day' where id = ${bucketId}`);
    await refuseWrites(t, 'buckets', '23514');
    await sweepRetentionJob.run({}, app.deps, runningJob);
    const { history } = (await call(workerStats, { token: admin.token })).data;
    const errors = history.filter(({ taskType }) => taskType === 'retention').flatMap((run) => run.errors);
    assert.deepEqual(
      errors.map(({ error }) => error),
      [`${bucketId}: The database refused a statement: error 23514, in exec_stmt_raise.`],
    );
  });
});

test('an error that a library wrapped is described by its cause, any other by its message', async () => {
  const refused = await runStatement(db, sql`select ${'grandma'}::uuid`).catch((error: unknown) => error);
  const told = 'The database refused a statement: error 22P02, in string_to_uuid.';
  assert.equal(describeError(refused), told);
  assert.equal(describeError(new Error(`failed: ${(refused as Error).message}`, { cause: refused })), told);
  assert.equal(describeError(new Error('no room')), 'no room');
  assert.equal(describeError('odd'), 'odd');
});
