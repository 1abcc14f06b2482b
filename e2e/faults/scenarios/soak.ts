import { setTimeout as delay } from 'node:timers/promises';
import { untilQuiet } from '../checks/quiet.ts';
import { scenario, type Run, type Scenario } from '../scenario.ts';
import { type Customer, photoFile } from '../clients/order.ts';
import { payOrder, prepareOrder, register } from '../clients/shopper.ts';
import { createRoute, filmRoute, listRoute, sessionRoute, statusRoute, type Fault } from '../world/stand-ins.ts';
import { persistently } from '../persistently.ts';
import type { World } from '../world/world.ts';

/** All faults at once, for minutes. */
export const soak: Scenario[] = [
  scenario({
    id: 'F30',
    fault:
      '200 orders in five minutes while web, worker or database is killed every 2 to 5 s and every twentieth call goes wrong',
    variants: ['soak'],
    runs: 1,
    async run(run) {
      const { world, isShort } = run;
      const customers: Customer[] = [];
      for (let made = 0; made < (isShort ? 2 : 10); made++) customers.push(await register(world, 'Ada'));
      // The worker checks each of a customer's photos once: a check takes seconds of a core, which are not the matter here.
      const photos = await Promise.all(Array.from({ length: 3 }, photoFile));
      await planFaults(run);
      // Each kill stops the shop for as long as a start takes, on a slow machine for half a minute.
      const nemesis = startNemesis(run, isShort ? 5 : Infinity);
      const forMs = isShort ? 12_000 : 300_000;
      const orders = isShort ? 6 : 200;
      const shopping = Array.from({ length: orders }, async (_, at) => {
        await delay((forMs * at) / orders);
        await shop(run, customers[at % customers.length] as Customer, photos);
      });
      const ends = await Promise.allSettled(shopping);
      await nemesis.stop();
      await world.checkout.endFaults();
      await world.video.endFaults();
      await untilQuiet(world, 300_000);
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw new Error(`An order could not be made: ${String(failed.reason)}`);
      return { mailCopies: 3 };
    },
  }),
];

async function shop({ world, pick }: Run<unknown>, customer: Customer, photos: Blob[]): Promise<void> {
  const films = Array.from({ length: 1 + pick(3) }, () => [1 + pick(3)]);
  const order = await persistently(() => prepareOrder(world, customer, films, { photos }), 240_000);
  await payOrder(world, order, { timeoutMs: 240_000 });
}

/** Fails or slows down every twentieth call, before or after it takes effect. */
async function planFaults({ world, pick }: Run<unknown>): Promise<void> {
  const kinds: Omit<Fault, 'route'>[] = [
    { action: 'error', status: 500, phase: 'after' },
    { action: 'drop', phase: 'before' },
    { action: 'drop', phase: 'after' },
    { action: 'delay', delayMs: 1000 },
    { action: 'error', status: 429, headers: { 'retry-after': '1' } },
  ];
  const spread = (routes: string[]) =>
    routes.flatMap((route) => kinds.map((kind) => ({ ...kind, route, chance: 0.01, seed: pick(1e6), times: 100_000 })));
  await world.video.fault(...spread([createRoute, statusRoute, listRoute, filmRoute]));
  await world.checkout.fault(...spread([sessionRoute, 'GET /v1/checkout/sessions/:id']));
}

/** Kills a process, waits until it is back, then waits two to five seconds: until `stop`, or `most` times. */
function startNemesis({ world, pick }: Run<unknown>, most: number): { stop(): Promise<void> } {
  const over = new AbortController();
  const kills = [
    async () => world.web.signal('SIGKILL'),
    async () => world.worker.signal('SIGKILL'),
    async () => world.database.kill(pick(2) === 0 ? 'SIGKILL' : 'SIGQUIT'),
  ];
  const rage = (async () => {
    for (let kill = 0; kill < most && !over.signal.aborted; kill++) {
      await delay(2000 + pick(3000));
      if (over.signal.aborted) return;
      await kills[pick(kills.length)]?.();
      await isBack(world);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await rage;
    },
  };
}

async function isBack(world: World): Promise<void> {
  await Promise.all([world.web.ready(), world.worker.ready()]);
  await persistently(() => world.database.query('select 1'));
}
