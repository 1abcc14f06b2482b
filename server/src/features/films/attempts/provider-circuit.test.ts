import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { resumeVideoMaking, videoMaking } from '@keepsake/contract/films/videos';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../../test/statements.ts';
import { photoKey } from '../../photos/photo.queries.ts';
import {
  changeAttempt,
  filmsAre,
  filmsOf,
  generationsOf,
  orderFilms,
  settled,
  work,
} from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import { createRoute, getRoute, startTestVideoService } from '../../../../test/video-service.ts';
import { openCircuit } from './provider-circuit.ts';

const service = await startTestVideoService();
const creditsRoute = 'GET /dream-machine/v1/credits';
const app = await startTestApp(undefined, { settings: service.settings });
const admin = await app.createUser({ role: 'Admin' });
const other = await app.createUser({ role: 'Admin' });

beforeEach(async () => {
  await service.clearFaults();
  await runStatement(app.db, sql`delete from buckets`);
  await runStatement(app.db, sql`delete from provider_pauses`);
  await runStatement(app.db, sql`delete from mails`);
  await runStatement(app.db, sql`delete from error_logs`);
});

const state = async () => (await app.call(videoMaking, { token: admin.token })).data;
const resume = () => app.call(resumeVideoMaking, { token: admin.token });
const stops = async () => (await state()).state === 'stopped';
const hitsOf = async (route: string) =>
  ((await service.control('GET', 'faults'))['faults'] as { route: string; hits: number }[])
    .filter((fault) => fault.route === route)
    .reduce((sum, { hits }) => sum + hits, 0);
const alerts = () =>
  allRows<{ userId: string; text: string }>(
    app.db,
    sql`select user_id, payload->>'text' as text from mails where kind = 'admin-alert'`,
  );
const noCredits = { action: 'error', status: 402, body: '{"detail":"Insufficient credits"}' } as const;

test('a refused account opens the circuit: nothing fails, administrators are notified once, and it closes by itself', async (t) => {
  await service.fault({ route: createRoute, ...noCredits, times: 3 });
  const { bucketId } = await orderFilms(app, [[3]]);
  await work(t, app);
  await until(stops);
  const { reason, since, nextTryAt, waiting, making } = await state();
  assert.match(reason ?? '', /Insufficient credits/);
  assert.ok(since && nextTryAt);
  assert.equal(waiting + making, 3);

  assert.deepEqual(
    (await settled(app, bucketId)).map((film) => film.state),
    ['done', 'done', 'done'],
  );
  assert.equal((await generationsOf(app, service, bucketId)).length, 3);
  const counted = await allRows(
    app.db,
    sql`select 1 from films where bucket_id = ${bucketId} and (failures > 0 or losses > 0)`,
  );
  assert.deepEqual(counted, []);
  assert.equal((await state()).state, 'working');
  const told = await alerts();
  assert.deepEqual(told.map(({ userId }) => userId).toSorted(), [admin.id, other.id].toSorted());
  assert.match(told[0]?.text ?? '', /refuses this account.*Insufficient credits.*none is lost/);
  const logged = await allRows(app.db, sql`select 1 from error_logs where error_message like '%refuses this account%'`);
  assert.equal(logged.length, 1);
});

test('while the account check is refused no probe is sent; “resume” makes the circuit half-open at once', async (t) => {
  await service.fault({ route: createRoute, ...noCredits, times: 1 });
  await service.fault({
    route: creditsRoute,
    action: 'error',
    status: 401,
    body: '{"detail":"Bad key"}',
    times: 10_000,
  });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  await until(stops);
  await until(async () => (await hitsOf(creditsRoute)) >= 2);
  assert.equal((await generationsOf(app, service, bucketId)).length, 0);
  assert.equal((await filmsOf(app, bucketId))[0]?.state, 'queued');
  await service.clearFaults();
  assert.equal((await resume()).status, 200);
  // The audit log, not the reply: the attempt that the press causes may have put off the next one by then.
  const pressed = await firstRow<{ nextTryAt: string | null; isDue: boolean | null }>(
    app.db,
    sql`
    select after->>'nextTryAt' as next_try_at, (after->>'nextTryAt')::timestamptz <= at as is_due
    from audit_log where action = 'videos.resume' order by at desc limit 1`,
  );
  assert.ok(pressed && (pressed.nextTryAt === null || pressed.isDue), JSON.stringify(pressed));
  await filmsAre(app, bucketId, 'done');
  assert.equal((await alerts()).length, 2, 'one mail for each administrator');
});

test('films wait without limit while the circuit is open, and do not become overdue', async (t) => {
  await service.outcome({ kind: 'hang' });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  await until(async () => (await allRows(app.db, sql`select 1 from attempts where state = 'submitted'`)).length === 1);
  await service.fault({ route: getRoute, action: 'error', status: 401, body: '{"detail":"Bad key"}', times: 10_000 });
  await until(stops);
  await changeAttempt(app, bucketId, sql`submitted_at = submitted_at - interval '2 hours'`);
  const hits = await hitsOf(getRoute);
  await until(async () => (await hitsOf(getRoute)) >= hits + 3);
  assert.equal((await filmsOf(app, bucketId))[0]?.state, 'creating');
  for (const { id } of await generationsOf(app, service, bucketId)) await service.resume(id);
  await service.clearFaults();
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.attempts], ['done', 1]);
});

test('ten refusals at once open the circuit once, and only its probe lengthens the wait', async () => {
  const target = { provider: 'luma', providerUrl: service.url };
  const refusal = (attemptId: string) => openCircuit(app.deps, target, { kind: 'account', reason: 'no', attemptId });
  const ids = Array.from({ length: 10 }, (_, i) => `0199aa00-0000-7000-8000-00000000000${i}`);
  await Promise.all(ids.map(refusal));
  const tries = async () =>
    (await firstRow<{ tries: number }>(app.db, sql`select tries from provider_pauses where kind = 'account'`))?.tries;
  assert.equal(await tries(), 1);
  assert.equal((await alerts()).length, 2);
  await runStatement(app.db, sql`update provider_pauses set probe_attempt_id = ${ids[3]}`);
  await Promise.all(ids.map(refusal));
  assert.equal(await tries(), 2);
  assert.equal((await alerts()).length, 2);
});

test('photos that cannot be fetched open the circuit, and no film fails', async (t) => {
  const { bucketId } = await orderFilms(app, [[2]]);
  const worker = await work(t, app, { publicUrl: 'http://127.0.0.1:9' });
  await until(stops);
  assert.match((await state()).reason ?? '', /Failed to read user input frames/);
  assert.match((await alerts())[0]?.text ?? '', /cannot fetch our photos.*PUBLIC_URL/);
  await until(async () => (await filmsOf(app, bucketId)).every((film) => film.state === 'queued'));
  await worker.stop();
  await work(t, app);
  await resume();
  await filmsAre(app, bucketId, 'done');
  assert.equal((await state()).state, 'working');
});

test('a missing photo fails its film at once', async (t) => {
  const { bucketId } = await orderFilms(app);
  const [photo] = await allRows<{ filename: string }>(
    app.db,
    sql`select filename from photos where bucket_id = ${bucketId}`,
  );
  await app.deps.storage.remove(photoKey(photo?.filename ?? ''));
  await work(t, app);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.failureCode, film?.attempts], ['failed', 'photo_unreadable', 1]);
  assert.equal((await state()).state, 'working');
});
