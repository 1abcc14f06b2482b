// `SCALE_SECONDS=300 npm run test:full -- rolling-restart` runs rolling restarts and kills for that long instead of once; on an idle machine
// no refused request is tolerated then.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'vitest';
import { patienceMs, until } from '../../server/test/until.ts';
import { checkOrders, isRefusal, unexcused, type Kill } from './check-orders.ts';
import { createCustomers } from './customers.ts';
import type { Program } from './program.ts';
import { startSite, type Site } from './site.ts';

const seconds = Number(process.env['SCALE_SECONDS'] ?? 0);
const isLong = seconds > 0;
const people = Number(process.env['SCALE_CUSTOMERS'] ?? 2);
/** Longest time that a process may take to stop. */
const longestStopMs = 10_000;

test(
  'two web and two worker processes behind a balancer lose nothing through a rolling restart and kills',
  { tags: ['full'], timeout: 1_200_000 },
  async (t) => {
    const site = await startSite();
    const customers = createCustomers(site);
    const load = customers.begin(people);
    const kills: Kill[] = [];
    let refusals = 0;
    const began = performance.now();
    try {
      do {
        await until(() => customers.orders.length > 0);
        for (const program of [...site.webs, ...site.workers]) await replace(site, program);
        const failures = customers.failures.splice(0);
        assert.deepEqual(
          failures.filter((failure) => isLong || !isRefusal(failure)),
          [],
          'no request failed while processes were replaced',
        );
        refusals += failures.length;
        for (const program of [site.workers[0], site.webs[0]]) if (program) kills.push(await kill(site, program));
        const more = customers.failures.splice(0);
        assert.deepEqual(
          unexcused(more, kills).filter((failure) => isLong || !isRefusal(failure)),
          [],
          'only requests on their way at a kill failed',
        );
        refusals += more.length;
      } while (performance.now() - began < seconds * 1000);
    } finally {
      await load.stop();
    }
    const repeated = await checkOrders(site, customers.orders, 5 * patienceMs);
    const { orders } = customers;
    const counts = { orders: orders.length, answers: customers.answered(), refusals, kills: kills.length };
    await tell(t, site, { ...counts, 'films asked for anew after the service failed': repeated });
  },
);

async function replace(site: Site, program: Program): Promise<void> {
  const took = await program.stop();
  if (isLong) assert.ok(took <= longestStopMs, `${program.name} took ${took} ms to stop`);
  await program.start();
  await isBack(site, program);
}

async function kill(site: Site, program: Program): Promise<Kill> {
  const from = performance.now();
  await program.kill();
  const to = performance.now();
  await program.start();
  await isBack(site, program);
  return { from, to };
}

/** Waits until the program is ready and the balancer uses it. */
async function isBack({ balancer }: Site, { url }: Program): Promise<void> {
  await until(async () => (await fetch(`${url}/readyz`)).status === 200);
  await until(() => balancer.isWhole());
}

async function tell(t: TestContext, { balancer }: Site, counts: Record<string, number>): Promise<void> {
  await t.annotate(
    `${balancer.kind}: ${Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}`,
  );
}
