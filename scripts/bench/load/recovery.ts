import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { firstRow } from '../../../server/test/statements.ts';
import { exchangeOnce, request } from '../environment/connection.ts';
import { startDatabaseProxy } from '../environment/database-proxy.ts';
import { addCustomer } from '../environment/fill-database.ts';
import { atMost, show, type Figure } from '../figure.ts';
import { withFilmShop } from '../environment/film-shop.ts';
import { withEnvironment, type Scale, type Environment } from '../environment/environment.ts';

/** L14: recovery from a killed worker, start-up, and recovery of the database connection. */
export async function benchRecovery(scale: Scale): Promise<Figure[]> {
  return [await killedWorker(scale), ...(await withEnvironment(scale, (stage) => startAndReturn(scale, stage)))];
}

/** A worker is killed while it waits for the service; the other one must take over the attempt. */
function killedWorker(scale: Scale): Promise<Figure> {
  return withEnvironment(scale, (stage) =>
    withFilmShop(stage, 500, async (shop) => {
      const leaseMs = scale.isTrial ? 3000 : 30_000;
      const settings = { ...shop.settings, LEASE_MS: String(leaseMs) };
      await stage.startProduct({ ...settings, ROLE: 'web' });
      const first = await stage.startProduct({ ...settings, ROLE: 'worker' });
      await shop.control('POST', 'faults', {
        route: 'POST /dream-machine/v1/generations/video',
        action: 'delay',
        delayMs: 300_000,
        times: 1,
      });
      const { bucketId } = await shop.order(1);
      // `lease_no` rises with every takeover.
      const lease = async () => {
        const row = await firstRow<{ lease: number; sent: boolean }>(
          shop.db,
          sql`
          select lease_no as lease, sent_at is not null as sent from attempts
          where film_id in (select id from films where bucket_id = ${bucketId}) order by number desc limit 1`,
        );
        return row?.sent ? row.lease : null;
      };
      const before = await when(lease, (now) => now !== null);
      await stage.startProduct({ ...settings, ROLE: 'worker' });
      await first.end('SIGKILL');
      const killedAt = performance.now();
      await when(lease, (now) => now !== null && now !== before);
      return atMost('killed worker: until another has its work', {
        ours: performance.now() - killedAt,
        bound: leaseMs + 15_000,
        baseline: `reserved for ${show.seconds(leaseMs)}`,
        show: show.seconds,
      });
    }),
  );
}

async function startAndReturn({ isTrial }: Scale, { databaseUrl, startProduct }: Environment): Promise<Figure[]> {
  const proxy = await startDatabaseProxy(databaseUrl);
  try {
    const { token } = await addCustomer(databaseUrl);
    const started = performance.now();
    const { url } = await startProduct({ DATABASE_URL: proxy.url });
    const statusOf = (path: string) =>
      exchangeOnce(url, request('GET', path, { token })).then(
        ({ status }) => status,
        () => 0,
      );
    await when(
      () => statusOf('/readyz'),
      (status) => status === 200,
    );
    const startMs = performance.now() - started;
    proxy.cut();
    await delay(isTrial ? 2000 : 15_000);
    proxy.restore();
    const restored = performance.now();
    await when(
      () => statusOf('/api/auth/me'),
      (status) => status === 200,
    );
    return [
      atMost('start until ready', { ours: startMs, bound: 3000, show: show.seconds }),
      atMost('from the return of the database to good answers', {
        ours: performance.now() - restored,
        bound: 10_000,
        show: show.seconds,
      }),
    ];
  } finally {
    proxy.stop();
  }
}

/** Polls until there is a value. @returns it */
async function when<T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  const deadline = performance.now() + 180_000;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (performance.now() > deadline) throw new Error('Waited for three minutes');
    await delay(20);
  }
}
