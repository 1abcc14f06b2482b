import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { errorList } from '../clients/admin.ts';
import { ask, send } from '../clients/http.ts';
import { untilQuiet } from '../checks/quiet.ts';
import { scenario, type Scenario } from '../scenario.ts';
import type { Customer, Order } from '../clients/order.ts';
import { lookAt, payOrder, prepareOrder, register } from '../clients/shopper.ts';
import { createRoute } from '../world/stand-ins.ts';
import { persistently } from '../persistently.ts';
import { patienceMs, until } from '../../../server/test/until.ts';
import type { World } from '../world/world.ts';

/**
 * Faults of the product's surroundings: database, disk, mail, clock, its own processes. Scenarios with their own settings or clock come
 * last: each change restarts the product.
 */
export const outages: Scenario[] = [
  scenario({
    id: 'F19',
    fault: 'PostgreSQL down for 30 s, stopped at once, killed, or behind a network that swallows everything',
    variants: ['down', 'stopped at once', 'killed', 'swallowed'],
    short: ['down', 'stopped at once', 'swallowed'],
    runs: 3,
    async run({ world, variant, isShort, pick }) {
      const customer = await register(world, 'Ada');
      const orders = await prepareOrders(world, customer, isShort ? 2 : 12);
      const paying = Promise.all(
        orders.map(async (order) => {
          await delay(pick(2000));
          await payOrder(world, order);
        }),
      );
      await delay(pick(1500));
      if (variant === 'stopped at once') await world.database.kill('SIGQUIT');
      else if (variant === 'killed') await world.database.kill('SIGKILL');
      else await takeAway(world, variant, { customer, isShort });
      const backAt = Date.now();
      const isBack = async () => (await ask(world, 'GET', '/api/content/my', { customer })).status === 200;
      await until(
        () => persistently(isBack),
        patienceMs,
        () => 'the API does not come back',
      );
      const tookMs = Date.now() - backAt;
      // Other tests run beside the short form, on the same cores.
      assert.ok(tookMs < (isShort ? 30_000 : 10_000), `the API came back only ${tookMs} ms after the database`);
      await paying;
      return { mailCopies: 2 };
    },
  }),

  scenario({
    id: 'F20',
    isVariation: true,
    fault: 'The disk is full during an upload, or when a film arrives',
    variants: ['upload', 'film'],
    short: ['upload', 'film'],
    runs: 3,
    skip: ({ disk }) => (disk ? undefined : 'a small disk of its own needs the right to mount one'),
    async run({ world, variant }) {
      const customer = await register(world, 'Ada');
      if (variant === 'upload') {
        await world.disk?.fill();
        const refused = await prepareOrder(world, customer, [[1]], { timeoutMs: 0 }).catch((error: Error) => error);
        await world.disk?.free();
        assert.ok(
          refused instanceof Error && /: 50[37] /.test(refused.message),
          `answered: ${JSON.stringify(refused)}`,
        );
        await payOrder(world, await prepareOrder(world, customer, [[1]]));
        return {};
      }
      const order = await prepareOrder(world, customer, [[1]]);
      const timesTold = async () =>
        (await errorList(world)).filter((text) => /could not be taken over.*(no space|ENOSPC|no room)/i.test(text))
          .length;
      const before = await timesTold();
      await world.disk?.fill();
      try {
        await payOrder(world, order);
        await until(
          async () => (await timesTold()) > before,
          patienceMs,
          () => 'no word of a full disk',
        );
        assert.equal((await ask(world, 'GET', '/')).status, 200, 'pages are shown');
        assert.equal((await lookAt(world, order))?.films[0]?.state, 'creating');
      } finally {
        await world.disk?.free();
      }
      return { causes: [/No space|ENOSPC|storage|full/i] };
    },
  }),

  scenario({
    id: 'F21',
    isVariation: true,
    fault:
      'The mail server is down, greets late, refuses one address, or breaks off after a message while the worker dies',
    variants: ['down', 'late greeting', 'refused address', 'killed after DATA'],
    short: ['down', 'refused address', 'killed after DATA'],
    runs: 3,
    async run({ world, variant, isShort }) {
      const customer = await register(world, 'Ada');
      const order = await prepareOrder(world, customer, [[1]]);
      if (variant === 'down') await world.mail.fault({ down: true });
      if (variant === 'late greeting') await world.mail.fault({ greetingDelayMs: isShort ? 3000 : 30_000 });
      if (variant === 'refused address') await world.mail.fault({ refused: customer.email });
      if (variant === 'killed after DATA') {
        await world.mail.fault({ silentAfterData: 1, pids: [world.worker.pid()] });
      }
      await payOrder(world, order);
      const isDone = async () => (await lookAt(world, order))?.films.every(({ state }) => state === 'done') ?? false;
      await until(isDone, patienceMs, () => 'the film waits for mail');
      if (variant === 'down' || variant === 'late greeting') {
        await delay(isShort ? 1000 : 60_000);
        assert.equal((await mailsOf(world, order)).length, 0, 'nothing can have arrived');
        await world.mail.fault({});
      }
      const ended = async () => (await mailStates(world, order)).every((state) => state !== 'queued');
      await until(ended, 120_000, () => 'mails wait on');
      const expected = variant === 'refused address' ? 'failed' : 'sent';
      assert.deepEqual(await mailStates(world, order), [expected, expected]);
      return { ...(expected === 'failed' && { causes: [/Mail .* failed permanently/] }) };
    },
  }),

  scenario({
    id: 'F28',
    fault: 'A deploy: SIGTERM to both processes under load, and the new ones started at once',
    variants: ['both'],
    runs: 30,
    async run({ world, isShort, pick }) {
      const customer = await register(world, 'Ada');
      const orders = await prepareOrders(world, customer, isShort ? 2 : 8, [[2]]);
      const paying = Promise.all(orders.map((order) => payOrder(world, order)));
      const asking = keepAsking(world, customer);
      await delay(pick(800));
      const [web, worker] = await Promise.all([world.web.stop(), world.worker.stop()]);
      await Promise.all([world.web.start(), world.worker.start()]);
      await paying;
      const odd = await asking.end();
      for (const [name, { code, tookMs }] of Object.entries({ web, worker })) {
        // Other tests run beside the short form. A stop that takes too long for that reason ends the process all the same.
        const isInTime = isShort ? code !== null : code === 0 && tookMs <= 10_000;
        assert.ok(isInTime, `${name} ended with ${code} after ${tookMs} ms`);
      }
      assert.equal(odd.join(', '), '', `neither answered, nor refused with 503, nor left alone: ${odd.join(', ')}`);
    },
  }),

  scenario({
    id: 'F22',
    isVariation: true,
    fault: 'Clocks disagree: the worker is ten minutes ahead or behind, the web process the other way',
    variants: [600_000, -600_000],
    short: [600_000],
    runs: 2,
    async run({ world, variant: offset }) {
      await world.restart(world.web, { CLOCK_OFFSET_MS: String(-offset) });
      await world.restart(world.worker, { CLOCK_OFFSET_MS: String(offset) });
      const customer = await register(world, 'Ada');
      const [order, waiting] = await prepareOrders(world, customer, 2);
      if (!order || !waiting) return;
      await payOrder(world, order);
      await untilQuiet(world);
      await world.restart(world.web, {});
      assert.equal(
        ((await send(world, 'GET', '/api/auth/me', { customer })) as { user: object }).user !== undefined,
        true,
      );
      assert.equal((await lookAt(world, waiting))?.status, 'pending', 'nothing goes early');
      const early = await world.database.query(`select 1 from mails where kind like '%reminder'`);
      assert.equal(early.length, 0, 'nobody is reminded early');
    },
  }),

  scenario({
    id: 'F27',
    isVariation: true,
    fault: 'Two workers; one stands still in the middle of a create for longer than its lease, then goes on',
    variants: ['paused at receipt', 'paused after the answer'],
    short: ['paused at receipt'],
    runs: 8,
    async run({ world, variant, isShort, pick }) {
      await world.addWorker();
      const customer = await register(world, 'Ada');
      const orders = await prepareOrders(world, customer, isShort ? 2 : 5, isShort ? [[3]] : [[10], [10]]);
      const pids = [world.worker.pid()];
      const phase = variant === 'paused at receipt' ? 'before' : 'after';
      await world.video.fault({ route: createRoute, action: 'kill', signal: 'SIGSTOP', phase, skip: pick(4), pids });
      for (const order of orders) await payOrder(world, order);
      await until(async () => (await world.video.faults()).every(({ times }) => times === 0));
      await delay(isShort ? 4000 : 12_000);
      process.kill(world.worker.pid(), 'SIGCONT');
      await untilQuiet(world);
    },
  }),
];

async function prepareOrders(world: World, customer: Customer, count: number, films = [[1]]): Promise<Order[]> {
  const orders = [];
  for (let made = 0; made < count; made++) orders.push(await prepareOrder(world, customer, films));
  return orders;
}

/** While the database is down, requests are answered 503 soon, with Retry-After. */
async function takeAway(
  world: World,
  how: 'down' | 'swallowed',
  { customer, isShort }: { customer: Customer; isShort: boolean },
): Promise<void> {
  const endsAt = Date.now() + (isShort ? 3000 : 30_000);
  if (how === 'down') await world.database.down();
  else world.database.freeze();
  try {
    do {
      const startedAt = Date.now();
      const { status, headers } = await ask(world, 'GET', '/api/content/my', { customer });
      const tookMs = Date.now() - startedAt;
      assert.equal(status, 503, 'without a database');
      assert.ok(headers.get('retry-after'), 'with Retry-After');
      assert.ok(tookMs < (isShort ? 30_000 : 6000), `answered only after ${tookMs} ms`);
      await delay(500);
    } while (Date.now() < endsAt);
  } finally {
    if (how === 'down') await world.database.up();
    else world.database.thaw();
  }
}

async function mailStates(world: World, { bucketId }: Order): Promise<string[]> {
  const rows = await world.database.query<{ state: string }>('select state from mails where bucket_id = $1', [
    bucketId,
  ]);
  return rows.map(({ state }) => state);
}

async function mailsOf(world: World, order: Order): Promise<object[]> {
  return (await world.mail.mails(order.customer.email)).filter(({ at }) => at >= order.madeAt);
}

/** Sends requests continuously, several at once. `end` returns unexpected and missing responses. */
function keepAsking(world: World, customer: Customer): { end(): Promise<string[]> } {
  const odd: string[] = [];
  const over = new AbortController();
  const one = async () => {
    while (!over.signal.aborted) {
      const answer = await ask(world, 'GET', '/api/content/my', { customer }).catch((error: Error) => error);
      if (answer instanceof Error) {
        const cause = (answer.cause as NodeJS.ErrnoException | undefined)?.code ?? answer.message;
        if (cause !== 'ECONNREFUSED') odd.push(cause);
      } else if (answer.status !== 200 && answer.status !== 503) odd.push(String(answer.status));
      await delay(20);
    }
  };
  const all = Promise.all([one(), one(), one()]);
  return {
    end: async () => {
      over.abort();
      await all;
      return odd;
    },
  };
}
