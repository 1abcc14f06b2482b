import assert from 'node:assert/strict';
import { test, type TestContext } from 'vitest';
import { login, register } from '@keepsake/contract/accounts/accounts';
import { getPricing } from '@keepsake/contract/orders/pricing';
import { orderFilms, settled, work } from '../../../test/film-order.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { hasPooler, startPooler } from '../../../test/pooler.ts';
import { startTestVideoService } from '../../../test/video-service.ts';
import { startWorkerProcess } from '../../../test/worker-process.ts';
import { sql } from 'kysely';
import { allRows } from '../../../test/statements.ts';

/** Needs PgBouncer, which CI installs. */
const skip = !hasPooler;

test(
  'behind PgBouncer in transaction mode limits, accounts, orders and films work, the queue past it',
  { skip },
  async (t) => {
    const service = await startTestVideoService();
    const app = await startPooledApp(t, { ...service.settings, RATE_LIMIT: 'on' });
    const account = { name: 'Ilse Brandt', email: 'pooled@example.com', password: 'seven green bicycles' };
    assert.equal((await app.call(register, { body: account })).status, 201);
    const wrong = await Promise.all(
      Array.from({ length: 20 }, () => app.call(login, { body: { email: account.email, password: 'not this one' } })),
    );
    assert.ok(
      wrong.some(({ status }) => status === 429),
      'limits count through the pooler',
    );
    const prices = await Promise.all(Array.from({ length: 60 }, () => app.call(getPricing)));
    assert.deepEqual(new Set(prices.map(({ status }) => status)), new Set([200]), 'more callers than connections');

    const worker = await work(t, app);
    const films = await settled(app, (await orderFilms(app, [[2], [1]])).bucketId);
    assert.deepEqual(
      films.map(({ state, attempts }) => [state, attempts]),
      [
        ['done', 1],
        ['done', 1],
        ['done', 1],
      ],
    );
    const listening = await allRows(
      app.db,
      sql`
      select 1 from pg_stat_activity where query ilike 'listen%' and datname = current_database()`,
    );
    assert.ok(listening.length > 0, 'the worker hears of new jobs');
    await worker.stop();
  },
);

test('processes start where DATABASE_URL leads to a pooler and DATABASE_DIRECT_URL past it', { skip }, async (t) => {
  const app = await startPooledApp(t);
  await startWorkerProcess(t, app);
});

/** An app whose statements go through the pooler and whose queue goes past it. */
async function startPooledApp(t: TestContext, settings: Record<string, string> = {}): Promise<TestApp> {
  const direct = await startTestApp(t, { settings });
  const databaseUrl = direct.deps.config.DATABASE_URL ?? '';
  const pooled = await startPooler(t, databaseUrl);
  return startTestApp(t, { databaseUrl: pooled, settings: { ...settings, DATABASE_DIRECT_URL: databaseUrl } });
}
