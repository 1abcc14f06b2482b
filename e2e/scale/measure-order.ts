// Measures the cost of one order: `node e2e/scale/measure-order.ts 40`. Processor time rather than duration, so that a busy machine measures the same; the
// figures stand in docs/scaling.md.
import { test } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { allRows, firstRow } from '../../server/test/statements.ts';
import { until } from '../../server/test/until.ts';
import { createCustomers } from './customers.ts';
import { startSite, type Site } from './site.ts';

const wanted = Number(process.argv[2] ?? 40);

test('cost of an order', async (t) => {
  const site = await startSite();
  // Excludes the work of the start.
  await delay(10_000);
  const before = await figures(site);
  const customers = createCustomers(site);
  const began = performance.now();
  const load = customers.begin(4);
  await until(() => customers.orders.length >= wanted, 3_600_000);
  await load.stop();
  const orderedSeconds = (performance.now() - began) / 1000;
  const orders = customers.orders.length;
  await until(
    async () => (await count(site, sql`select count(*) from films where state = 'done'`)) === orders * 2,
    3_600_000,
  );
  const seconds = (performance.now() - began) / 1000;
  const after = await figures(site);
  const restSeconds = await rest();
  const atRest = await figures(site);
  const perIdleSecond = (name: keyof Figures) => (atRest[name] - after[name]) / restSeconds;

  await t.annotate(`${orders} orders of one photo and two films, ${customers.failures.length} requests failed`);
  await t.annotate(`  ${(orders / orderedSeconds).toFixed(2)} orders/s, all films after ${seconds.toFixed(0)} s`);
  for (const name of Object.keys(after) as (keyof Figures)[]) {
    const each = (after[name] - before[name] - perIdleSecond(name) * seconds) / orders;
    await t.annotate(`  ${name}: ${each.toFixed(3)} an order, ${perIdleSecond(name).toFixed(3)} a second at rest`);
  }
  const tables = await allRows<{ name: string }>(
    site.db,
    sql`select relname::text as name from pg_stat_user_tables where schemaname = 'public' and n_live_tup + n_tup_ins > 0 order by relname`,
  );
  for (const { name } of tables) {
    const { rows, bytes } = (
      await site.db.pool.query<{ rows: number; bytes: number }>(
        `select count(*)::int as rows, coalesce(sum(pg_column_size(t.*)), 0)::int as bytes from ${name} t`,
      )
    ).rows[0] ?? { rows: 0, bytes: 0 };
    await t.annotate(`  ${name}: ${(rows / orders).toFixed(2)} rows, ${(bytes / orders).toFixed(0)} bytes an order`);
  }
});

/** Waits without orders. @returns for how many seconds */
async function rest(): Promise<number> {
  const from = performance.now();
  await delay(30_000);
  return (performance.now() - from) / 1000;
}

interface Figures {
  webSeconds: number;
  workerSeconds: number;
  transactions: number;
  rowsWritten: number;
}

async function figures({ webs, workers, db }: Site): Promise<Figures> {
  const processor = async (url: string) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
  };
  const sum = async (urls: string[]) => (await Promise.all(urls.map(processor))).reduce((a, b) => a + b, 0);
  // PostgreSQL publishes its statistics with a delay of a second.
  await delay(1500);
  const row = await firstRow<{ transactions: number; rowsWritten: number }>(
    db,
    sql`
    select xact_commit + xact_rollback as transactions, tup_inserted + tup_updated + tup_deleted as rows_written
    from pg_stat_database where datname = current_database()`,
  );
  return {
    webSeconds: await sum(webs.map(({ url }) => url)),
    workerSeconds: await sum(workers.map(({ url }) => url)),
    transactions: row?.transactions ?? 0,
    rowsWritten: row?.rowsWritten ?? 0,
  };
}

async function count({ db }: Site, statement: ReturnType<typeof sql>): Promise<number> {
  return (await firstRow<{ count: number }>(db, statement))?.count ?? 0;
}
