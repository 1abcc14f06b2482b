import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../../test/statements.ts';
import { filmsOf, generationsOf, orderFilms, settled, work, type FilmOrder } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import type { TestFault } from '../../../../test/sandbox-controls.ts';
import { createRoute, filmRoute, startTestVideoService } from '../../../../test/video-service.ts';
import { startWorkerProcess, type WorkerProcess } from '../../../../test/worker-process.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: service.settings });

beforeEach(() => service.clearFaults());

const hasLeft = async ({ bucketId }: FilmOrder) =>
  (
    await allRows(
      app.db,
      sql`
    select 1 from attempts a join films v on v.id = film_id where bucket_id = ${bucketId} and sent_at < now() - interval '300 ms'`,
    )
  ).length > 0;
const isAccepted = async () => (await service.generations()).length > 0;

describe('a worker that is killed costs no second film', () => {
  const moments: Record<string, { fault: TestFault; moment(order: FilmOrder): Promise<boolean>; tags?: string[] }> = {
    'after the request has left, before it is accepted': {
      fault: { route: createRoute, action: 'drop', delayMs: 3000 },
      moment: hasLeft,
      tags: ['full'],
    },
    'after the request is accepted, before the answer': {
      fault: { route: createRoute, action: 'delay', phase: 'after', delayMs: 3000 },
      moment: isAccepted,
    },
    'while the film is being fetched': {
      fault: { route: filmRoute, action: 'delay', phase: 'after', delayMs: 3000 },
      moment: async () => (await service.generations()).some(({ generation }) => generation.state === 'completed'),
      tags: ['full'],
    },
  };
  for (const [name, { fault, moment, tags = [] }] of Object.entries(moments)) {
    test(name, { tags }, async (t) => {
      await service.fault(fault);
      const order = await orderFilms(app);
      const killed = await startWorkerProcess(t, app);
      await until(() => moment(order));
      await killed.signal('SIGKILL');
      await work(t, app);
      const [film] = await settled(app, order.bucketId);
      assert.equal(film?.state, 'done');
      assert.equal((await generationsOf(app, service, order.bucketId)).length, 1);
      await runStatement(app.db, sql`delete from buckets where id = ${order.bucketId}`);
      await forgetGenerations();
    });
  }
});

test('a suspended worker whose lease was taken over commits nothing when it resumes', async (t) => {
  await service.fault({ route: createRoute, action: 'delay', phase: 'after', delayMs: 1000 });
  const order = await orderFilms(app);
  const stopped = await startWorkerProcess(t, app);
  await until(isAccepted);
  await until(() => isSuspendedWithoutLocks(stopped));
  await startWorkerProcess(t, app);
  const [film] = await settled(app, order.bucketId);
  assert.equal(film?.state, 'done');
  const attempts = () =>
    allRows(app.db, sql`select state, lease_no, ended_at from attempts where film_id = ${film?.id} order by number`);
  const before = await attempts();

  await stopped.signal('SIGCONT');
  const since = new Date();
  await until(async () => (await processesAlive(since, '1 second')) === 2);
  assert.deepEqual(await attempts(), before);
  assert.deepEqual(await filmsOf(app, order.bucketId), [film]);
  assert.equal((await generationsOf(app, service, order.bucketId)).length, 1);
});

test('a worker that is stopped releases what it has not finished', async (t) => {
  await forgetGenerations();
  await service.outcome({ kind: 'hang', state: 'dreaming', times: 2 });
  const order = await orderFilms(app, [[2]]);
  const first = await startWorkerProcess(t, app);
  await until(async () => (await service.generations()).length === 2);
  const begun = Date.now();
  await first.signal('SIGTERM');
  assert.ok(Date.now() - begun < 30_000);
  for (const { id } of await service.generations()) await service.resume(id);
  await work(t, app);
  const films = await settled(app, order.bucketId);
  assert.deepEqual(
    films.map(({ state, attempts }) => [state, attempts]),
    [
      ['done', 1],
      ['done', 1],
    ],
  );
});

test('a worker that is stopped before the provider has answered stops in time, and nothing is sent twice', async (t) => {
  await forgetGenerations();
  await service.fault({ route: createRoute, action: 'delay', phase: 'after', delayMs: 60_000 });
  const order = await orderFilms(app);
  const first = await startWorkerProcess(t, app);
  await until(isAccepted);
  const begun = Date.now();
  await first.signal('SIGTERM');
  assert.ok(Date.now() - begun < 30_000, `${Date.now() - begun} ms`);
  await work(t, app);
  const [film] = await settled(app, order.bucketId);
  assert.deepEqual([film?.state, film?.attempts], ['done', 1]);
  assert.equal((await generationsOf(app, service, order.bucketId)).length, 1);
});

/** In the middle of a transaction it would keep its locks, and a process that needs them could not start before the database ends it. */
async function isSuspendedWithoutLocks(worker: WorkerProcess): Promise<boolean> {
  await worker.signal('SIGSTOP');
  const open = await allRows(
    app.db,
    sql`select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
  );
  if (open.length > 0) await worker.signal('SIGCONT');
  return open.length === 0;
}

/** Worker processes that gave a sign of life longer after a moment than its answer can have taken to be worked on. */
async function processesAlive(since: Date, later: string): Promise<number> {
  const rows = await allRows(
    app.db,
    sql`select 1 from worker_processes where heartbeat_at > ${since}::timestamptz + ${later}::interval`,
  );
  return rows.length;
}

async function forgetGenerations(): Promise<void> {
  const provider = app.deps.videoProvider('luma', service.url);
  for (const { id } of await service.generations()) await provider.remove?.(id);
}
