import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf, openFilesOf } from '../environment/child-process.ts';
import { request } from '../environment/connection.ts';
import { addCustomer, onDatabase } from '../environment/fill-database.ts';
import { atMost, none, show, type Figure } from '../figure.ts';
import { load, openLoad } from '../environment/load.ts';
import { withEnvironment, type Scale } from '../environment/environment.ts';

const minute = 60_000;

interface Sample {
  at: number;
  memory: number;
  files: number;
  connections: number;
}

/** L18: a moderate load for a long time. The first fifth does not count, because memory grows to its working size. */
export function benchSoak(scale: Scale): Promise<Figure[]> {
  const lasting = scale.isTrial ? 5000 : 10 * minute;
  return withEnvironment(scale, async ({ databaseUrl, startProduct }) => {
    const { token, photoIds } = await addCustomer(databaseUrl, { sets: 20, photosPerSet: 5 });
    const { url, pid } = await startProduct();
    const calls = [
      request('GET', '/api/auth/me', { token }),
      request('GET', '/api/content/my', { token }),
      request('GET', '/api/pricing'),
      request('POST', '/api/content/batch-status', { token, body: { contentIds: photoIds.slice(0, 20) } }),
    ];
    let turn = 0;
    const next = () => calls[turn++ % calls.length] ?? Buffer.alloc(0);
    await load({ url, request: next, clients: 50, seconds: scale.seconds });
    const { perSecond: capacity } = await load({ url, request: next, clients: 50, seconds: scale.seconds });
    const samples: Sample[] = [];
    const started = performance.now();
    const pause = lasting / 100;
    // Its sockets stay open until the last sample has been taken.
    const seconds = (lasting + 3 * pause) / 1000;
    const soaking = openLoad({ url, request: next, perSecond: 0.3 * capacity, seconds, sockets: 100 });
    while (performance.now() - started < lasting) {
      await delay(pause);
      samples.push({
        at: performance.now() - started,
        memory: await memoryOf(pid),
        files: await openFilesOf(pid),
        connections: await connectionsOf(databaseUrl),
      });
    }
    const { statuses } = await soaking;
    const settled = samples.filter(({ at }) => at > lasting / 5);
    const files = settled.map((sample) => sample.files);
    const bad = [...statuses].filter(([status]) => status !== 200).reduce((sum, [, count]) => sum + count, 0);
    const length = show.seconds(lasting);
    return [
      atMost(`growth of memory a minute, over ${length}`, {
        ours: slope(settled.map(({ at, memory }) => [at / minute, memory])),
        bound: 2 * 1024 * 1024,
        show: show.megabytes,
      }),
      atMost('open files, most above least', {
        ours: Math.max(...files) - Math.min(...files),
        bound: 20,
        show: show.count,
      }),
      atMost('connections to the database', {
        ours: Math.max(...settled.map(({ connections }) => connections)),
        bound: 10,
        show: show.count,
      }),
      none('calls without a good answer', bad, show.perSecond(0.3 * capacity)),
    ];
  });
}

function connectionsOf(databaseUrl: string): Promise<number> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where application_name = 'keepsake' and datname = current_database()",
    );
    return rows[0]?.count ?? 0;
  });
}

/** Slope of the least-squares line. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point[0])), mean(points.map((point) => point[1]))];
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return above / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
