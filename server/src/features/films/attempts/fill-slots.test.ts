import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { listAudit } from '@keepsake/contract/admin/audit';
import { pauseVideoMaking, resumeVideoMaking } from '@keepsake/contract/films/videos';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../../test/statements.ts';
import { newId } from '../../../platform/ids.ts';
import { localRenderSlots } from '../../../providers/video/embedded/embedded-provider.ts';
import { orderFilms, silentVideoService } from '../../../../test/film-order.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { runningJob } from '../../../../test/running-job.ts';
import { fillSlotsJob } from './fill-slots.job.ts';
import { seedVideoConfig } from '../config/set-video-config.ts';

const limit = 4;
const settings = { ...silentVideoService, PROVIDER_CONCURRENCY: String(limit) };
const app = await startTestApp(undefined, { settings });

beforeEach(() => runStatement(app.db, sql`delete from buckets`));

const fill = (on: TestApp = app) => fillSlotsJob.run({}, on.deps, runningJob);

/** How many films of each user are being made. */
async function making(...orders: { user: { id: string } }[]): Promise<number[]> {
  const rows = await allRows<{ userId: string }>(
    app.db,
    sql`
    select user_id from attempts a join films v on v.id = film_id join buckets b on b.id = v.bucket_id
    where a.state in ('submitting', 'unknown', 'submitted')`,
  );
  return orders.map(({ user }) => rows.filter(({ userId }) => userId === user.id).length);
}

async function finishOneOf({ user }: { user: { id: string } }): Promise<void> {
  await runStatement(
    app.db,
    sql`
    with ended as (
      update attempts set state = 'failed', ended_at = now() where id = (
        select a.id from attempts a join films v on v.id = film_id join buckets b on b.id = v.bucket_id
        where user_id = ${user.id} and a.state = 'submitting' order by intent_at, a.id limit 1) returning film_id)
    update films set state = 'failed', failure_code = 'moderation' where id in (select film_id from ended)`,
  );
}

test('no more films are requested than the limit allows, however many jobs run', async () => {
  const order = await orderFilms(app, [[10]]);
  await Promise.all(Array.from({ length: 6 }, () => fill()));
  assert.deepEqual(await making(order), [limit]);
  const intents = await allRows<{ token: string; state: string; sentAt: Date | null; jobs: number }>(
    app.db,
    sql`
    select token, a.state, sent_at, v.state as film, (select count(*) from graphile_worker.jobs where key = 'attempt:' || a.id)::int as jobs
    from attempts a join films v on v.id = film_id`,
  );
  assert.equal(new Set(intents.map(({ token }) => token)).size, limit);
  assert.ok(
    intents.every(
      ({ token, state, sentAt, jobs }) => token.length >= 22 && state === 'submitting' && !sentAt && jobs === 1,
    ),
  );
  await finishOneOf(order);
  await fill();
  assert.deepEqual(await making(order), [limit]);
});

test('a customer with many films does not keep the others waiting', async () => {
  const many = await orderFilms(app, [[10], [10]]);
  await fill();
  const [one, two] = [await orderFilms(app, [[2]]), await orderFilms(app, [[1]])];
  for (const expected of [
    [3, 1, 0],
    [2, 1, 1],
    [2, 1, 1],
  ]) {
    await finishOneOf(many);
    await fill();
    assert.deepEqual(await making(many, one, two), expected);
  }
});

test('customers who come at once share the slots', async () => {
  const orders = [await orderFilms(app, [[5]]), await orderFilms(app, [[5]])];
  await fill();
  assert.deepEqual(await making(...orders), [2, 2]);
});

test('of one customer the oldest film comes first', async () => {
  await orderFilms(app, [[3], [3]]);
  await fill();
  const rows = await allRows<{ state: string }>(app.db, sql`select state from films order by created_at, id`);
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['creating', 'creating', 'creating', 'creating', 'queued', 'queued'],
  );
});

test('a film that failed recently waits for its backoff', async () => {
  const order = await orderFilms(app, [[1]]);
  await runStatement(app.db, sql`update films set try_after = now() + interval '1 hour'`);
  await fill();
  assert.deepEqual(await making(order), [0]);
  const times = sql`select run_at >= try_after as is_due from graphile_worker.jobs, films where key = 'fill-slots'`;
  assert.deepEqual(await allRows(app.db, times), [{ isDue: true }], 'the slots are filled again when it is due');
  await runStatement(app.db, sql`update films set try_after = now() - interval '1 second'`);
  await fill();
  assert.deepEqual(await making(order), [1]);
});

test('a paused provider gets no new work', async () => {
  const order = await orderFilms(app, [[2]]);
  await runStatement(
    app.db,
    sql`insert into provider_pauses values ('luma', 'http://127.0.0.1:9/', now() + interval '1 hour', 'busy')`,
  );
  await fill();
  assert.deepEqual(await making(order), [0]);
  await runStatement(app.db, sql`update provider_pauses set until = now() - interval '1 second'`);
  await fill();
  assert.deepEqual(await making(order), [2], 'it needs no probe');
  await runStatement(app.db, sql`delete from provider_pauses`);
});

test('a half-open circuit stays so while no slot is free for its probe', async () => {
  const order = await orderFilms(app, [[limit + 1]]);
  await fill();
  await runStatement(
    app.db,
    sql`insert into provider_pauses values ('luma', 'http://127.0.0.1:9/', now() - interval '1 second', 'no credits', 'account')`,
  );
  await fill();
  assert.deepEqual(await making(order), [limit]);
  assert.equal((await allRows(app.db, sql`select 1 from provider_pauses`)).length, 1);
  await runStatement(app.db, sql`delete from provider_pauses`);
});

test('the embedded renderer gets as much as the living workers can render', async (t) => {
  await orderFilms(app, [[10]]);
  await runStatement(app.db, sql`delete from video_config`);
  await seedVideoConfig(app.db, { ...app.deps.config, LUMAAI_API_KEY: undefined });
  t.onTestFinished(async () => void (await runStatement(app.db, sql`delete from worker_processes`)));
  const working = async () => (await allRows(app.db, sql`select 1 from attempts where provider = 'embedded'`)).length;
  await fill();
  assert.equal(await working(), Math.min(limit, localRenderSlots()));
  await runStatement(
    app.db,
    sql`insert into worker_processes (id, render_slots) values (${newId()}, 1), (${newId()}, 2)`,
  );
  await runStatement(
    app.db,
    sql`insert into worker_processes (id, render_slots, heartbeat_at) values (${newId()}, 50, now() - interval '1 hour')`,
  );
  await fill();
  assert.equal(await working(), Math.max(3, Math.min(limit, localRenderSlots())));
});

test('while administrators have paused the making, films wait; resumed, they are requested', async () => {
  const order = await orderFilms(app, [[2]]);
  const { token } = await app.createUser({ role: 'Admin', name: 'Anna' });
  const [first, second] = [await app.call(pauseVideoMaking, { token }), await app.call(pauseVideoMaking, { token })];
  assert.equal(first.data.paused?.by, 'Anna');
  assert.deepEqual(second.data.paused, first.data.paused, 'pausing twice changes nothing');
  await fill();
  assert.deepEqual(await making(order), [0]);
  const resumed = await app.call(resumeVideoMaking, { token });
  assert.equal(resumed.data.paused, null);
  const queued = await allRows(app.db, sql`select 1 from graphile_worker.jobs where task_identifier = 'fill-slots'`);
  assert.ok(queued.length > 0, 'nobody has to start it');
  await fill();
  assert.deepEqual(await making(order), [2]);
  const changes = await app.call(listAudit, { token, query: { action: 'videos.pause' } });
  assert.equal(changes.data.total, 1);
});
