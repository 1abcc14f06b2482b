import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { watch } from '../environment/child-process.ts';
import { request } from '../environment/connection.ts';
import { addCustomer, fillDatabase, onDatabase } from '../environment/fill-database.ts';
import { atMost, none, quantile, show, type Figure } from '../figure.ts';
import { load } from '../environment/load.ts';
import { withEnvironment, type Scale } from '../environment/environment.ts';

/** L16: one sweep deletes 10 000 expired sets with their files. */
export function benchRetention(scale: Scale): Promise<Figure[]> {
  const sets = scale.isTrial ? 200 : 10_000;
  return withEnvironment(scale, async ({ databaseUrl, dataDir, startProduct }) => {
    await fillDatabase(databaseUrl, { users: sets, setsPerUser: 1, photosPerSet: 1 });
    const { token } = await addCustomer(databaseUrl);
    const { url } = await startProduct();
    const plain = (signal?: AbortSignal) =>
      load({
        url,
        request: request('GET', '/api/auth/me', { token }),
        clients: 5,
        seconds: signal ? 600 : scale.seconds,
        ...(signal && { signal }),
      });
    await plain();
    const idle = quantile((await plain()).times, 0.99);
    return onDatabase(databaseUrl, async (client) => {
      await writeFiles(client, join(dataDir, 'media'));
      await client.query("update buckets set deletion_date = now() - interval '1 day'");
      const over = new AbortController();
      const meanwhile = plain(over.signal);
      // The sweep runs at the start, and then hourly.
      await startProduct({ ROLE: 'worker' });
      const started = performance.now();
      const { peak: longestWait } = await watch(
        () => longestLockWait(client),
        async () => {
          while ((await count(client, 'buckets')) > 0) await delay(100);
        },
      );
      const lasted = performance.now() - started;
      while ((await count(client, 'file_removals')) > 0) await delay(200);
      over.abort();
      const busy = quantile((await meanwhile).times, 0.99);
      return [
        atMost(`${sets} sets deleted`, { ours: lasted, bound: 60_000, show: show.seconds }),
        none('sets without a tombstone', sets - (await count(client, 'bucket_tombstones')), `${sets} deleted`),
        atMost('GET /api/auth/me meanwhile, p99', {
          ours: busy,
          bound: 3 * idle,
          baseline: `without ${show.ms(idle)}`,
          target: '≤ 3 ×',
          show: show.ms,
        }),
        atMost('longest wait for a lock', { ours: longestWait, bound: 200, show: show.ms }),
      ];
    });
  });
}

/** Writes a small file for every photo, film and still in the database. */
async function writeFiles(client: pg.Client, folder: string): Promise<void> {
  const { rows } = await client.query<{ key: string }>(`
    select 'photos/' || filename as key from photos
    union all select film_key from films union all select poster_key from films`);
  for (const name of ['photos', 'films', 'posters']) await mkdir(join(folder, name), { recursive: true });
  for (const { key } of rows) await writeFile(join(folder, key), 'a file');
}

async function longestLockWait(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ ms: number | null }>(
    'select max(extract(epoch from clock_timestamp() - waitstart) * 1000)::float8 as ms from pg_locks where not granted',
  );
  return rows[0]?.ms ?? 0;
}

async function count(client: pg.Client, table: 'buckets' | 'file_removals' | 'bucket_tombstones'): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}
