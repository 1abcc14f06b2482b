import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../../test/statements.ts';
import { createLumaProvider } from '../../../providers/video/luma/luma-provider.ts';
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
import { fillSlotsJob } from './fill-slots.job.ts';
import type { TestFault } from '../../../../test/sandbox-controls.ts';
import { createRoute, listRoute, startTestVideoService } from '../../../../test/video-service.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: { ...service.settings, RECONCILE_WAIT_MS: '2000' } });

beforeEach(async () => {
  await service.clearFaults();
  await service.control('POST', 'list-lag', { ms: 0 });
  await runStatement(app.db, sql`delete from provider_pauses`);
});

describe('a request that was accepted although its answer was lost is adopted, never sent again', () => {
  const losses: Record<string, Partial<TestFault>> = {
    'the answer is a 500': { action: 'error', status: 500 },
    'the answer is a 502 with a page': { action: 'error', status: 502, body: '<html>Bad Gateway</html>' },
    'the answer is a success without an id': { action: 'error', status: 201, body: '{}' },
    'the connection is reset': { action: 'drop' },
    'the answer is cut in half': { action: 'cut' },
  };
  for (const [name, fault] of Object.entries(losses)) {
    const tags = ['the answer is a 502 with a page', 'the answer is cut in half'].includes(name) ? ['full'] : [];
    test(name, { tags }, async (t) => {
      await service.fault({ route: createRoute, action: 'drop', phase: 'after', ...fault });
      const { bucketId } = await orderFilms(app);
      await work(t, app);
      assert.deepEqual(statesOf(await settled(app, bucketId)), ['done']);
      assert.equal((await generationsOf(app, service, bucketId)).length, 1);
      assert.match((await errorsOf(app, bucketId)).join(), /not known whether the provider accepted/);
    });
  }

  test('the provider’s list shows it late', async (t) => {
    await service.control('POST', 'list-lag', { ms: 1500 });
    await service.fault({ route: createRoute, action: 'error', phase: 'after', status: 504 });
    const { bucketId } = await orderFilms(app);
    await work(t, app);
    assert.deepEqual(statesOf(await settled(app, bucketId)), ['done']);
    assert.equal((await generationsOf(app, service, bucketId)).length, 1);
  });

  test('the provider’s list cannot be read for a while', async (t) => {
    await service.fault({ route: listRoute, action: 'error', status: 500, times: 4 });
    await service.fault({ route: createRoute, action: 'error', phase: 'after', status: 500 });
    const { bucketId } = await orderFilms(app);
    await work(t, app);
    assert.deepEqual(statesOf(await settled(app, bucketId)), ['done']);
    assert.equal((await generationsOf(app, service, bucketId)).length, 1);
  });
});

test('a request that was never accepted is sent again, but not before the list had time to show it', async (t) => {
  await service.fault({ route: createRoute, action: 'drop', phase: 'before' });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.attempts], ['done', 2]);
  assert.equal((await generationsOf(app, service, bucketId)).length, 1);
  const attempts = await allRows<{ sentAt: Date; sendableUntil: Date }>(
    app.db,
    sql`select sent_at, sendable_until from attempts where film_id = ${film?.id} order by number`,
  );
  const [first, second] = attempts;
  assert.ok(first && second && second.sentAt.getTime() - first.sendableUntil.getTime() >= 2000);
});

test('while the list cannot be read nothing is sent again, and after a day the film fails', async (t) => {
  await service.fault({ route: createRoute, action: 'drop', phase: 'before' });
  await service.fault({ route: listRoute, action: 'error', status: 500, times: 100_000 });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  const attempt = () =>
    firstRow<{ state: string; consecutiveFailures: number }>(
      app.db,
      sql`select a.state, consecutive_failures from attempts a join films v on v.id = film_id where bucket_id = ${bucketId}`,
    );
  await until(async () => ((await attempt())?.consecutiveFailures ?? 0) >= 3);
  assert.equal((await attempt())?.state, 'unknown');
  assert.equal((await filmsOf(app, bucketId))[0]?.attempts, 1);

  const aDay = sql`sent_at = sent_at - interval '25 hours', sendable_until = sendable_until - interval '25 hours'`;
  await changeAttempt(app, bucketId, aDay);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.failureCode, film?.attempts], ['failed', 'unconfirmed', 1]);
});

test('after 429 no film at all is requested before the time in Retry-After', async (t) => {
  await service.fault({ route: createRoute, action: 'error', status: 429, headers: { 'retry-after': '2' } });
  const before = (await service.generations()).length;
  const refused = await orderFilms(app);
  await work(t, app);
  const isPaused = () => firstRow<{ until: Date }>(app.db, sql`select until from provider_pauses`);
  await until(async () => (await isPaused()) !== undefined);
  const pausedUntil = (await isPaused())?.until.getTime() ?? Infinity;
  const others = await orderFilms(app, [[2]]);
  assert.deepEqual(statesOf(await settled(app, refused.bucketId)), ['done']);
  assert.deepEqual(statesOf(await settled(app, others.bucketId)), ['done', 'done']);
  assert.equal((await service.generations()).length, before + 3);
  const sent = await allRows<{ sentAt: Date }>(
    app.db,
    sql`
    select sent_at from attempts join films v on v.id = film_id where bucket_id in (${refused.bucketId}, ${others.bucketId})`,
  );
  assert.ok(sent.every(({ sentAt }) => sentAt.getTime() >= pausedUntil));
});

test('attempts that were created already wait as well after 429', async (t) => {
  const { bucketId } = await orderFilms(app, [[2]]);
  await fillSlotsJob.run({}, app.deps, { signal: t.signal, attempt: 1 });
  const pause = await firstRow<{ until: Date }>(
    app.db,
    sql`insert into provider_pauses values ('luma', ${service.url}, now() + interval '2 seconds', 'busy') returning until`,
  );
  assert.ok(pause);
  await work(t, app);
  assert.deepEqual(statesOf(await settled(app, bucketId)), ['done', 'done']);
  const sent = await allRows<{ sentAt: Date }>(
    app.db,
    sql`select sent_at from attempts join films v on v.id = film_id where bucket_id = ${bucketId}`,
  );
  assert.ok(sent.every(({ sentAt }) => sentAt >= pause.until));
});

test('an unreachable provider is retried until it answers', async (t) => {
  const { bucketId } = await orderFilms(app);
  let address = 'http://127.0.0.1:9/nobody-listens';
  const videoProvider = () => createLumaProvider({ ...app.deps.config, LUMAAI_BASE_URL: address }, address);
  await work(t, app, { videoProvider });
  await until(async () => (await errorsOf(app, bucketId)).some((text) => text.includes('did not take the request')));
  address = service.url;
  await filmsAre(app, bucketId, 'done');
  assert.equal((await filmsOf(app, bucketId))[0]?.attempts, 1);
  assert.equal((await generationsOf(app, service, bucketId)).length, 1);
});

function statesOf(films: { state: string }[]): string[] {
  return films.map(({ state }) => state);
}
