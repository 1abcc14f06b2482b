import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { admin } from '../clients/admin.ts';
import { ask, send } from '../clients/http.ts';
import { underWay, untilQuiet } from '../checks/quiet.ts';
import { scenario, type Scenario } from '../scenario.ts';
import type { Order } from '../clients/order.ts';
import { lookAt, payOrder, prepareOrder, register } from '../clients/shopper.ts';
import { createRoute, filmRoute, statusRoute, type Fault, type Generation } from '../world/stand-ins.ts';
import { patienceMs, until } from '../../../server/test/until.ts';
import type { World } from '../world/world.ts';

/**
 * Faults between the accepted create and the film in our own storage. Scenarios with their own settings or clock come
 * last: each change restarts the product.
 */
export const makingFaults: Scenario[] = [
  scenario({
    id: 'F15',
    isVariation: true,
    fault: 'Half of all status requests fail; the film comes cut, too short, slow, as HTML, empty, or not at all',
    variants: ['cut at 60 %', 'too short', 'HTML', 'empty', '500', 'slow'],
    short: ['cut at 60 %', 'HTML'],
    runs: 5,
    async run({ world, variant, pick }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[2]]);
      const broken: Record<typeof variant, Omit<Fault, 'route'>> = {
        'cut at 60 %': { action: 'cut', part: 0.6 },
        'too short': { action: 'shorten', part: 0.6 },
        HTML: { action: 'error', status: 200, body: '<!doctype html><title>Sorry</title>' },
        empty: { action: 'error', status: 200, body: '' },
        '500': { action: 'error', status: 500 },
        slow: { action: 'slow', bytesPerSecond: 1000 },
      };
      await world.video.fault(
        { route: statusRoute, action: 'error', status: 500, chance: 0.5, seed: pick(1e6), times: 20 },
        { route: filmRoute, phase: 'after', times: 3, ...broken[variant] },
      );
      await payOrder(world, order);
      await neverBroken(world, order);
    },
  }),

  scenario({
    id: 'F16',
    isVariation: true,
    fault: 'Moderation refuses one film of three: told, not repeated; a retry makes it once',
    variants: ['moderated'],
    runs: 3,
    async run({ world }) {
      const customer = await register(world, 'Ada');
      const asAdmin = { customer: await admin(world) };
      const order = await prepareOrder(world, customer, [[3]]);
      await world.video.outcome({ kind: 'fail', reason: 'Frame moderation failed' });
      await payOrder(world, order);
      await untilQuiet(world);
      const shown = await lookAt(world, order);
      assert.deepEqual(shown?.films.map(({ state }) => state).toSorted(), ['done', 'done', 'failed']);
      assert.ok(shown?.films.some(({ failureCode }) => failureCode === 'moderation'));
      const mails = await world.mail.mails(customer.email);
      assert.ok(
        mails.some(({ text }) => /could not/i.test(text)),
        'a mail says that one could not be made',
      );

      const failed = (await send(world, 'GET', '/api/admin/failed-videos', asAdmin)) as { id: string }[];
      const [photoId = ''] = order.photoIds;
      assert.ok(failed.some(({ id }) => id === photoId));
      const clicks = [1, 2].map(() => ask(world, 'POST', `/api/admin/retry-generation/${photoId}`, asAdmin));
      assert.deepEqual(
        (await Promise.all(clicks)).map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      );
      return { causes: [/moderation/i] };
    },
  }),

  scenario({
    id: 'F18',
    isVariation: true,
    fault: 'Callbacks before the answer to the create, fifty times, with foreign addresses, with a wrong token',
    variants: ['early', 'forged'],
    runs: 3,
    async run({ world, variant }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[1]]);
      const trap = await startTrap();
      if (variant === 'early') {
        await world.video.fault({ route: createRoute, phase: 'after', action: 'delay', delayMs: 1500 });
      } else await world.video.outcome({ kind: 'hang', state: 'dreaming' });
      const startedAt = Date.now();
      await payOrder(world, order);
      const { id, generation } = await newest(world, startedAt);
      const { pathname } = new URL(generation.request.callback_url ?? '');
      const forged = { ...generation, state: 'completed', assets: { video: `${trap.url}/film.mp4` } };
      const posts = Array.from({ length: 50 }, () => ask(world, 'POST', pathname, { body: forged }));
      posts.push(ask(world, 'POST', '/api/generation/callback/a-token-that-nobody-has', { body: forged }));
      for (const { status } of await Promise.all(posts)) assert.ok(status < 500, `a callback was answered ${status}`);
      if (variant === 'forged') {
        await until(async () => (await newest(world, startedAt)).generation.state === 'dreaming');
        assert.equal((await lookAt(world, order))?.films[0]?.state, 'creating');
        await world.video.control('POST', `generations/${id}/resume`);
      }
      await untilQuiet(world);
      assert.equal(await trap.close(), 0, 'the address of a forged callback was fetched');
    },
  }),

  scenario({
    id: 'F17',
    isVariation: true,
    fault:
      'A generation never ends, or is in a state that we do not know: told after the budget, taken when it still comes',
    variants: ['dreaming', 'paused'],
    runs: 2,
    // Long enough for an intact film, even on a busy machine.
    settings: { GENERATION_BUDGET_MS: '10000' },
    async run({ world, variant }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[2]]);
      await world.video.outcome({ kind: 'hang', state: variant });
      const startedAt = Date.now();
      await payOrder(world, order);
      const codes = async () =>
        (await lookAt(world, order))?.films.map(({ state, failureCode }) => failureCode ?? state).toSorted();
      await until(
        async () => (await codes())?.join() === 'done,timed_out',
        patienceMs,
        async () => `${await codes()}`,
      );
      const [hanging] = (await world.video.accepted()).filter(
        ({ generation }) => generation.state === variant && Date.parse(generation.created_at) >= startedAt,
      );
      await world.video.control('POST', `generations/${hanging?.id}/resume`);
      await until(
        async () => (await codes())?.join() === 'done,done',
        patienceMs,
        () => 'the late film was not taken',
      );
      return { causes: [/took too long/] };
    },
  }),
];

/** Until the order is complete, everything served as a film must be a film. */
async function neverBroken(world: World, order: Order): Promise<void> {
  do {
    const films = (await lookAt(world, order))?.finished ?? [];
    const hashes = (await world.video.accepted()).map(({ filmSha256 }) => filmSha256);
    for (const { url, sha256 } of films) {
      const bytes = Buffer.from(await (await fetch(new URL(url, world.url))).arrayBuffer());
      const arrived = createHash('sha256').update(bytes).digest('hex');
      assert.ok(arrived === sha256 && hashes.includes(arrived), 'a broken film was shown as done');
    }
  } while ((await underWay(world)).length > 0);
}

async function newest(world: World, since: number): Promise<Generation> {
  let found: Generation | undefined;
  await until(async () => {
    found = (await world.video.accepted()).find(({ generation }) => Date.parse(generation.created_at) >= since);
    return found !== undefined;
  });
  return found as Generation;
}

/** A local port that nothing should connect to. `close` returns the number of connections. */
async function startTrap(): Promise<{ url: string; close(): Promise<number> }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    close: async () => {
      server.close();
      await once(server, 'close');
      return connections;
    },
  };
}
