import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../../test/statements.ts';
import {
  changeAttempt,
  errorsOf,
  filmsAre,
  filmsOf,
  generationsOf,
  orderFilms,
  settled,
  work,
} from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import { createRoute, getRoute, listRoute, startTestVideoService } from '../../../../test/video-service.ts';
import { removeGenerationsJob } from '../generations/remove-generations.job.ts';

const service = await startTestVideoService();
const settleMs = 1500;
const app = await startTestApp(undefined, { settings: { ...service.settings, RECONCILE_WAIT_MS: String(settleMs) } });

beforeEach(async () => {
  await service.clearFaults();
  await runStatement(app.db, sql`delete from buckets`);
});

const attemptsIn = (state: string) =>
  allRows<{ id: string }>(app.db, sql`select id from attempts where state = ${state}`);
const age = (bucketId: string) =>
  changeAttempt(app, bucketId, sql`submitted_at = submitted_at - interval '10 minutes'`);

test('“not found” for a film that the list still shows does not buy it again', async (t) => {
  await service.outcome({ kind: 'hang' });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  await until(async () => (await attemptsIn('submitted')).length === 1);
  await age(bucketId);
  await service.fault({ route: getRoute, action: 'error', status: 404, times: 3 });
  await until(async () => (await errorsOf(app, bucketId)).some((text) => /does not know the film any more/.test(text)));
  const [held] = await generationsOf(app, service, bucketId);
  await service.resume(held?.id);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.attempts], ['done', 1]);
  assert.equal((await generationsOf(app, service, bucketId)).length, 1);
});

test('a film that is missing from the list too is made again, but not before the list had its time', async (t) => {
  await service.outcome({ kind: 'hang' });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  await until(async () => (await attemptsIn('submitted')).length === 1);
  await age(bucketId);
  const [held] = await generationsOf(app, service, bucketId);
  const goneAt = Date.now();
  await app.deps.videoProvider('luma', service.url).remove?.(held?.id ?? '');
  await filmsAre(app, bucketId, 'done');
  const attempts = await allRows<{ state: string; intentAt: Date }>(
    app.db,
    sql`
    select a.state, intent_at from attempts a join films v on v.id = film_id where bucket_id = ${bucketId} order by a.number`,
  );
  assert.deepEqual(
    attempts.map(({ state }) => state),
    ['failed', 'succeeded'],
  );
  assert.ok((attempts[1]?.intentAt.getTime() ?? 0) - goneAt >= settleMs);
});

test('the film of another request is never delivered', async (t) => {
  await service.outcome({ kind: 'hang' });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  await until(async () => (await attemptsIn('submitted')).length === 1);
  const theirs = {
    id: 'theirs',
    state: 'completed',
    assets: { video: `${new URL(service.url).origin}/assets/theirs.mp4` },
    request: { callback_url: 'https://elsewhere.example/callback/their-token' },
  };
  const body = JSON.stringify(theirs);
  await service.fault({ route: getRoute, action: 'error', status: 200, body, times: 2 });
  await until(async () => (await errorsOf(app, bucketId)).some((text) => /not the requested one/.test(text)));
  const [held] = await generationsOf(app, service, bucketId);
  await service.resume(held?.id);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.attempts], ['done', 1]);
});

test('a request that failed as unconfirmed, and is listed later, is delivered', async (t) => {
  await service.fault({ route: createRoute, action: 'error', phase: 'after', status: 500 });
  await service.fault({ route: listRoute, action: 'error', status: 500, times: 10_000 });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  await until(async () => (await attemptsIn('unknown')).length === 1);
  const aDay = sql`sent_at = sent_at - interval '25 hours', sendable_until = sendable_until - interval '25 hours'`;
  await changeAttempt(app, bucketId, aDay);
  const [given] = await settled(app, bucketId);
  assert.deepEqual([given?.state, given?.failureCode], ['failed', 'unconfirmed']);

  await service.clearFaults();
  await runStatement(app.db, sql`update generation_removals set due_at = now()`);
  await removeGenerationsJob.run({}, app.deps, { signal: t.signal, attempt: 1 });
  await filmsAre(app, bucketId, 'done');
  assert.equal((await filmsOf(app, bucketId))[0]?.attempts, 1);
  assert.deepEqual(await allRows(app.db, sql`select 1 from duplicate_generations`), []);
});
