import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sql } from 'kysely';
import { generation } from '../../../../test/attempt-scene.ts';
import { heldAttempt, silentVideoService } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { runningJob } from '../../../../test/running-job.ts';
import { firstRow, runStatement } from '../../../../test/statements.ts';
import type { Deps } from '../../../deps.ts';
import { requestRemoval } from './generation-removal.queries.ts';
import { removeGenerationsJob } from './remove-generations.job.ts';

const app = await startTestApp(undefined, { settings: silentVideoService });
const { db, deps } = app;

test('a generation that a film needs after all is adopted, and the files of its attempt stay', async (t) => {
  const { order, lease, attemptId } = await heldAttempt(app);
  t.onTestFinished(() => lease.end());
  await runStatement(
    db,
    sql`update attempts set state = 'failed', ended_at = now(), lease_until = null where id = ${attemptId}`,
  );
  await runStatement(
    db,
    sql`update films set state = 'failed', failure_code = 'unconfirmed' where bucket_id = ${order.bucketId}`,
  );
  await db.transaction().execute((tx) => requestRemoval(tx, attemptId, 0));
  const removed: string[] = [];
  const found = { ...generation, echo: [lease.attempt.token] };
  const late: Deps = {
    ...deps,
    videoProvider: (...given) => ({
      ...deps.videoProvider(...given),
      list: async () => ({ generations: [found], hasMore: false }),
    }),
    storage: { ...deps.storage, remove: async (key) => void removed.push(key) },
  };
  await removeGenerationsJob.run({}, late, runningJob);
  assert.deepEqual(
    await firstRow(db, sql`select state, provider_generation_id as id from attempts where id = ${attemptId}`),
    { state: 'overdue', id: generation.id },
  );
  assert.deepEqual(removed, [], 'its worker may be storing them');
});
