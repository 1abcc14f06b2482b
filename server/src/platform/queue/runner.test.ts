import assert from 'node:assert/strict';
import { test } from 'vitest';
import { afterFile } from '../../../test/after-file.ts';
import { createTestDatabase, testClusterUrl } from '../../../test/cluster.ts';
import { patienceMs, until } from '../../../test/until.ts';
import { sql } from 'kysely';
import { Db } from '../database/db.ts';
import { allRows, runStatement } from '../../../test/statements.ts';
import { createLog } from '../log.ts';
import { startRunner } from './runner.ts';

const database = await createTestDatabase(testClusterUrl());
afterFile(() => database.drop());
const log = createLog('silent', 'test');

/** Makes the queue take its connections from `connect` instead of the pool. */
function divertConnections(db: Db, connect: (open: () => Promise<unknown>) => Promise<unknown>): void {
  const { pool } = db;
  const open = pool.connect.bind(pool) as () => Promise<unknown>;
  pool.connect = ((callback?: (error: unknown, client?: unknown, release?: unknown) => void) => {
    const connected = connect(open);
    if (!callback) return connected;
    void (async () => {
      try {
        const client = await connected;
        callback(undefined, client, (client as { release: unknown }).release);
      } catch (error) {
        callback(error);
      }
    })();
  }) as typeof pool.connect;
}

test('a runner that is stopped while it restarts leaves no connection open and runs no job', async (t) => {
  const observer = new Db({ url: database.url });
  t.onTestFinished(() => observer.destroy());
  const enqueue = () => runStatement(observer, sql`select graphile_worker.add_job('note')`);
  const db = new Db({ url: database.url });
  const held = Promise.withResolvers<void>();
  const restarting = Promise.withResolvers<void>();
  let [isAway, runs] = [false, 0];
  divertConnections(db, async (open) => {
    // A restart forgets the old ids; until then nothing reaches the database.
    if (isAway && runner.workerIds().length > 0) throw new Error('The database is away');
    if (isAway) {
      isAway = false;
      restarting.resolve();
      await held.promise;
    }
    return open();
  });
  const note = {
    name: 'note',
    // The outcome of a job cannot be written, which ends the queue at once.
    run: async () => {
      runs += 1;
      isAway = runs === 1;
    },
  };
  const runner = await startRunner({ pool: db.pool, jobs: [note], concurrency: 1, log });
  await enqueue();
  await restarting.promise;

  const stopped = runner.stop();
  held.resolve();
  await stopped;
  await enqueue();
  const inUse = () => db.pool.totalCount - db.pool.idleCount + db.pool.waitingCount;
  await until(
    () => inUse() === 0,
    patienceMs,
    () => `${inUse()} connections are still in use`,
  );
  await db.destroy();
  const open = sql`select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  await until(async () => (await allRows(observer, open)).length === 0);
  assert.equal(runs, 1);
});
