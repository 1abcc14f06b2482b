import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sql } from 'kysely';
import { allRows, firstRow } from '../../server/test/statements.ts';
import { until } from '../../server/test/until.ts';
import { createRoute } from '../../server/test/video-service.ts';
import { createCustomers } from './customers.ts';
import { startSite, type Site } from './site.ts';

const atOnce = 3;
const orders = 6;
const retryAfterSeconds = 4;

test(
  "two worker processes together respect a video service's concurrency limit and its Retry-After",
  { tags: ['full'], timeout: 900_000 },
  async (t) => {
    const site = await startSite({ PROVIDER_CONCURRENCY: String(atOnce) });
    const customers = createCustomers(site);
    const peak = watchPeak(site);
    t.onTestFinished(() => peak.stop());

    // One film is answered 429 before the others are ordered: a request before Retry-After has passed is a violation.
    await busyOnce(site);
    await customers.order({ films: 1 });
    const pausedUntil = await pauseOf(site);
    for (let ordered = 1; ordered < orders; ordered += 1) await customers.order({ films: 4 });
    await until(async () => (await requestTimes(site)).length > 1);
    const [refused, ...later] = await requestTimes(site);
    assert.ok(refused !== undefined && later.length > 0);
    assert.deepEqual(
      later.filter((at) => at < pausedUntil),
      [],
      'nobody asks before the time that the service named',
    );

    // Another 429 during the work, for either worker.
    await busyOnce(site, 2);
    const films = 1 + (orders - 1) * 4;
    await until(async () => (await made(site)) === films, 600_000);
    await peak.stop();
    assert.ok(peak.most() <= atOnce, `${peak.most()} generations at work at once`);
    assert.ok(peak.most() > 1, 'films were made beside each other');
    assert.equal(peak.workers(), 2, 'both workers had a part');
    assert.equal((await site.videoService.accepted()).length, films, 'one generation was accepted for each film');
  },
);

/** Answers the next requests with 429. */
async function busyOnce({ videoService }: Site, times = 1): Promise<void> {
  const headers = { 'retry-after': String(retryAfterSeconds) };
  await videoService.fault({
    route: createRoute,
    action: 'error',
    status: 429,
    times,
    headers,
    body: '{"detail":"Too many"}',
  });
}

/** When Retry-After has passed, in milliseconds since 1970. */
async function pauseOf({ db }: Site): Promise<number> {
  let end: number | undefined;
  await until(async () => {
    end = (await firstRow<{ until: Date }>(db, sql`select until from provider_pauses`))?.until.getTime();
    return end !== undefined;
  });
  return end ?? 0;
}

/** When requests for a film arrived at the service, earliest first. */
async function requestTimes({ videoService }: Site): Promise<number[]> {
  const { calls } = (await videoService.control('GET', 'calls')) as { calls: { route: string; at: number }[] };
  return calls.filter(({ route }) => route === createRoute).map(({ at }) => at);
}

async function made({ db }: Site): Promise<number> {
  const row = await firstRow<{ count: number }>(db, sql`select count(*) from films where state = 'done'`);
  return row?.count ?? 0;
}

/** Samples the number of generations in progress, and which workers hold attempts. */
function watchPeak({ db, videoService }: Site) {
  const over = new AbortController();
  const workers = new Set<string>();
  let most = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      const held = await videoService.generations();
      const states = held.map(({ generation }) => generation.state);
      most = Math.max(most, states.filter((state) => state === 'queued' || state === 'dreaming').length);
      const rows = await allRows<{ owner: string }>(
        db,
        sql`select distinct workers.id as owner from worker_processes workers
          join graphile_worker.jobs on locked_by = any(worker_ids) and task_identifier = 'generate-film'`,
      );
      for (const { owner } of rows) workers.add(owner);
    }
  })();
  return {
    most: () => most,
    workers: () => workers.size,
    stop: async () => {
      over.abort();
      await watching;
    },
  };
}
