import assert from 'node:assert/strict';
import pg from 'pg';
import { beforeAll, describe, test, vi } from 'vitest';
import { me } from '@keepsake/contract/accounts/accounts';
import * as z from 'zod/mini';
import { orderFilms } from '../../../test/film-order.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { startWorkerProcess } from '../../../test/worker-process.ts';
import { freePort } from '../../platform/network/free-port.ts';
import { sql } from 'kysely';
import { firstRow, runStatement } from '../../../test/statements.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { enqueue } from '../../platform/queue/job.ts';
import { createDatabaseFigures } from './figures/database-figures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(undefined);
});

describe('access to the metrics', () => {
  test('without a token: programs on this machine, but not through a proxy', async () => {
    assert.equal((await read(app.url)).status, 200);
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      assert.equal((await read(app.url, { [header]: '127.0.0.1' })).status, 404, header);
    }
  });

  test('with a token: only requests that carry it', async (t) => {
    const token = 'a-token-for-prometheus';
    const guarded = await startTestApp(t, { settings: { METRICS_TOKEN: token, TRUST_PROXY: 'on' } });
    const answered = async (headers: Record<string, string>) => (await read(guarded.url, headers)).status;
    assert.equal(await answered({}), 403);
    assert.equal(await answered({ authorization: 'Bearer another-token-altogether' }), 403);
    assert.equal(await answered({ authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' }), 200);
  });

  test('with a separate port: nobody on the public one', async (t) => {
    const apart = await startTestApp(t, { settings: { METRICS_PORT: String(await freePort()) } });
    assert.equal((await read(apart.url)).status, 404);
  });
});

test('a scrape reports what is waiting in the database: films, jobs, mails, payments, pauses', async (t) => {
  const shop = await startTestApp(t);
  await orderFilms(shop, [[2], [1]]);
  await runStatement(shop.db, sql`update films set created_at = app_now() - interval '2 hours'`);
  await runStatement(
    shop.db,
    sql`
    insert into provider_pauses (provider, provider_url, until, reason) values ('luma', 'https://x', now() + interval '90 seconds', 'busy')`,
  );
  const unknownJob = { name: 'given-up', payload: z.object({}) };
  await enqueue(shop.db, unknownJob, {});
  await runStatement(
    shop.db,
    sql`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs
    where task_identifier = 'given-up'))`,
  );
  await runStatement(
    shop.db,
    sql`
    insert into mails (id, kind, state, created_at) values (gen_random_uuid(), 'order-confirmed', 'failed', app_now())`,
  );

  const figures = await figuresOf(shop.url);

  assert.equal(figures['keepsake_database_up'], 1);
  assert.equal(figures['keepsake_films{state="queued"}'], 3);
  assert.ok((figures['keepsake_oldest_undelivered_film_seconds'] ?? 0) >= 7200);
  assert.equal(figures['keepsake_jobs{job="given-up",state="failed"}'], 1);
  assert.equal(figures['keepsake_mails{state="failed"}'], 1);
  assert.equal(figures['keepsake_checkouts{state="open"}'], 0);
  assert.equal(figures['keepsake_payments_unfulfilled'], 0);
  assert.ok((figures['keepsake_provider_pause_seconds{provider="luma"}'] ?? 0) > 60);
});

test('a film that failed is counted until its refund is under way', async (t) => {
  const shop = await startTestApp(t);
  const { user } = await orderFilms(shop, [[2]]);
  await runStatement(shop.db, sql`update films set state = 'failed', failure_code = 'moderation'`);
  await runStatement(
    shop.db,
    sql`
    insert into refunds (id, bucket_id, payment_intent, amount, currency, note, scope, films, films_go, state, requested_by, requested_at, look_at)
    select gen_random_uuid(), bucket_id, 'pi_1', 100, 'USD', 'sorry', 'films', jsonb_build_array(jsonb_build_object('id', id, 'amount', 100)),
      false, 'requested', ${user.id}, now(), now()
    from films order by id limit 1`,
  );
  assert.equal((await figuresOf(shop.url))['keepsake_films{state="failed"}'], 1);
});

test('a scrape says how often each scheduled job is due', async (t) => {
  const shop = await startTestApp(t, { settings: { RETENTION_SWEEP_MS: '86400000' } });
  const figures = await figuresOf(shop.url);
  assert.equal(figures['keepsake_schedule_interval_seconds{job="sweep-retention"}'], 86_400);
  assert.equal(figures['keepsake_schedule_interval_seconds{job="sweep-payments"}'], 60);
});

test('a scrape reports this process: requests by route and status class, event loop, memory, connections', async () => {
  await app.call(me);
  await fetch(`${app.url}/uploads/00000000-0000-7000-8000-000000000000.jpg`);

  const figures = await figuresOf(app.url);

  assert.ok(figures['keepsake_http_request_duration_seconds_count{method="GET",route="/api/auth/me",status="4xx"}']);
  assert.ok(figures['keepsake_http_request_duration_seconds_count{method="GET",route="/uploads/:file",status="4xx"}']);
  for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes'])
    assert.ok(name in figures, name);
  assert.ok('keepsake_database_connections{state="idle"}' in figures);
});

test('a scrape runs at most six statements, and none within ten seconds of the last', async () => {
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  const { log } = app.deps;
  const count = createDatabaseFigures({ db: app.db, log, metrics: createMetrics(app.db.pool) });
  await Promise.all([count(), count()]);
  await count();
  const asked = statements.mock.calls.length;
  assert.ok(asked > 0 && asked <= 6, `${asked} statements`);
});

test('a scrape still has the other metrics when the database is down', async (t) => {
  const alone = await startTestApp(t);
  await runStatement(alone.db, sql`drop table schedule_successes`);
  const figures = await figuresOf(alone.url);
  assert.equal(figures['keepsake_database_up'], 0);
  assert.ok('process_resident_memory_bytes' in figures);
});

test('a worker serves health and metrics on a separate port', async (t) => {
  const port = await freePort();
  const home = await startTestApp(t, { settings: { METRICS_PORT: String(port) } });
  await startWorkerProcess(t, home);
  const url = `http://127.0.0.1:${port}`;
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  assert.equal((await fetch(`${url}/api/pricing`)).status, 405, 'nothing of the site');
  await until(async () =>
    Object.keys(await figuresOf(url)).some((name) => name.startsWith('keepsake_job_duration_seconds_count')),
  );
  await until(async () => {
    const at = await firstRow<{ seconds: number }>(
      home.db,
      sql`select extract(epoch from now() - succeeded_at)::float8 as seconds from schedule_successes where job = 'sweep-films'`,
    );
    return at !== undefined && at.seconds < 60;
  });
});

function read(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/metrics`, { headers });
}

/** Value of each metric, by its name with labels. */
async function figuresOf(url: string): Promise<Record<string, number>> {
  const response = await read(url);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
}
