import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { exportOrders } from '@keepsake/contract/admin/orders';
import { memoryOf, watch } from '../environment/child-process.ts';
import { request } from '../environment/connection.ts';
import { type SeenStatement, startDatabaseProxy } from '../environment/database-proxy.ts';
import { type Product, type Scale, withEnvironment } from '../environment/environment.ts';
import { addCustomer, fillDatabase, fillHistory, onDatabase } from '../environment/fill-database.ts';
import { type FilmShop, withFilmShop } from '../environment/film-shop.ts';
import { load } from '../environment/load.ts';
import { atMost, type Figure, quantile, show } from '../figure.ts';
import { type AdminCall, adminCalls, findSamples } from './admin-calls.ts';

/** Number of slowest calls whose plan is shown. */
const plansShown = 5;

/** L15: every admin call that reads, over a million photos and a year of history, while orders are processed. */
export function benchAdminStatistics(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, (stage) =>
    withFilmShop(stage, 200, async (shop) => {
      const { databaseUrl, startProduct } = stage;
      const thousand = scale.isTrial ? 5 : 1000;
      await fillDatabase(databaseUrl, { users: 100 * thousand, setsPerUser: 2, photosPerSet: 5 });
      const admin = await addCustomer(databaseUrl, { role: 'Admin' });
      await fillHistory(databaseUrl, {
        deletedSets: 300 * thousand,
        errors: 1000 * thousand,
        workerRuns: 100 * thousand,
        auditEntries: 50 * thousand,
        failedFilms: 2 * thousand,
        reports: 100 * thousand,
      });
      const { token } = await addCustomer(databaseUrl);
      const proxy = await startDatabaseProxy(databaseUrl);
      try {
        const product = await startProduct({ ...shop.settings, DATABASE_URL: proxy.url });
        const { url } = product;
        await startProduct({ ...shop.settings, ROLE: 'worker', POLL_INTERVAL_MS: '500' });
        const calls = await onDatabase(databaseUrl, callsOf);
        const bytesOf = ({ path }: AdminCall) => request('GET', path, { token: admin.token });

        const orders = keepOrdering(shop);
        const measured: { call: AdminCall; p95: number; statements: number; seen: SeenStatement[] }[] = [];
        for (const call of calls) {
          const asked = { url, request: bytesOf(call), clients: 1 };
          await load({ ...asked, seconds: 0.001 });
          proxy.takeStatements();
          const before = proxy.statements();
          const { times, good } = await load({ ...asked, seconds: scale.seconds });
          const statements = (proxy.statements() - before) / good;
          measured.push({ call, p95: quantile(times, 0.95), statements, seen: proxy.takeStatements() });
        }
        const ordered = await orders.stop();

        const slowest = measured.toSorted((a, b) => b.p95 - a.p95).slice(0, plansShown);
        const plans = await onDatabase(databaseUrl, async (client) => {
          const texts = new Map<AdminCall, string>();
          for (const { call, seen } of slowest) texts.set(call, await slowestPlan(client, seen));
          return texts;
        });
        const figures = measured.flatMap(({ call, p95, statements }) => {
          const plan = plans.get(call);
          const baseline = `${ordered} orders meanwhile`;
          return [
            {
              ...atMost(`${call.name}, p95`, { ours: p95, bound: 300, show: show.ms, baseline }),
              ...(plan !== undefined && { plan }),
            },
            atMost(`${call.name}, statements`, { ours: statements, bound: 15, show: show.count }),
          ];
        });
        const table = await exportOfOrders(product, admin.token);
        return [...figures, ...table, ...(await besidePolling(scale, { url, token, admin: calls.map(bytesOf) }))];
      } finally {
        proxy.stop();
      }
    }),
  );
}

async function callsOf(client: pg.Client): Promise<AdminCall[]> {
  return adminCalls(
    await findSamples(async (statement) => (await client.query<{ id: string }>(statement)).rows[0]?.id ?? ''),
  );
}

/** How much more memory a table may take than one of a quarter of its rows: up to 64 MB of buffers may wait to be collected at any time. */
const maxForTable = 40 * 1024 * 1024;

/** The whole list of orders as a table for spreadsheets, read as fast as it comes. The first time memory grows to its working size. */
async function exportOfOrders({ url, pid }: Product, token: string): Promise<Figure[]> {
  const read = async (query = '') => {
    const response = await fetch(`${url}${exportOrders.path}${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    return bytes;
  };
  await read();
  const quarterAgo = new Date(Date.now() - 91 * 86_400_000).toISOString().slice(0, 10);
  const quarter = await watch(
    () => memoryOf(pid),
    () => read(`?from=${quarterAgo}`),
  );
  const started = performance.now();
  const whole = await watch(
    () => memoryOf(pid),
    () => read(),
  );
  const time = show.seconds(performance.now() - started);
  return [
    atMost('GET /api/admin/orders.csv, memory beyond that of a quarter', {
      ours: Math.max(0, whole.peak - quarter.peak),
      bound: maxForTable,
      show: show.megabytes,
      baseline: `${show.megabytes(whole.result)} in ${time}, ${show.megabytes(quarter.result)} of a quarter`,
    }),
  ];
}

/** Places orders of one film each, one after the other. */
function keepOrdering(shop: FilmShop): { stop(): Promise<number> } {
  const over = new AbortController();
  let orders = 0;
  const order = async () => {
    while (!over.signal.aborted) {
      await shop.order(1);
      orders += 1;
      await delay(200);
    }
  };
  const running = order();
  return {
    stop: async () => {
      over.abort();
      await running;
      return orders;
    },
  };
}

/** Latency for customers while ten administrators make every call without a pause. */
async function besidePolling(
  scale: Scale,
  { url, token, admin }: { url: string; token: string; admin: Buffer[] },
): Promise<Figure[]> {
  const plain = () =>
    load({ url, request: request('GET', '/api/auth/me', { token }), clients: 5, seconds: 2 * scale.seconds });
  await plain();
  const idle = quantile((await plain()).times, 0.99);
  const over = new AbortController();
  let turn = 0;
  const next = () => admin[turn++ % admin.length] ?? Buffer.alloc(0);
  const polling = load({ url, request: next, clients: 10, seconds: 600, signal: over.signal, refusals: [503] });
  const busy = await plain().finally(() => over.abort());
  await polling;
  return [
    atMost('GET /api/auth/me while 10 administrators look, p99', {
      ours: quantile(busy.times, 0.99),
      bound: 5 * idle,
      baseline: `without ${show.ms(idle)}`,
      target: '≤ 5 ×',
      show: show.ms,
    }),
  ];
}

/** Runs statements alone. @returns the slowest of them with its plan, as PostgreSQL prints it */
async function slowestPlan(client: pg.Client, statements: readonly SeenStatement[]): Promise<string> {
  let slowest = { ms: -1, text: '', lines: [''] };
  for (const { text, values } of statements) {
    if (!/^\s*(?:select|with)\b/i.test(text)) continue;
    const lines = await explain(client, text, values);
    const ms = Number(/^Execution Time: ([\d.]+)/.exec(lines.at(-1) ?? '')?.[1] ?? 0);
    if (ms > slowest.ms) slowest = { ms, text, lines };
  }
  return [...shortened(slowest.text), '', ...slowest.lines].join('\n');
}

async function explain(client: pg.Client, text: string, values: SeenStatement['values']): Promise<string[]> {
  await client.query('begin read only');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, buffers off, timing on) ${text}`,
      values,
    );
    return rows.map((row) => row['QUERY PLAN']);
  } finally {
    await client.query('rollback');
  }
}

function shortened(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
