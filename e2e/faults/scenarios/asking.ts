import assert from 'node:assert/strict';
import { untilQuiet } from '../checks/quiet.ts';
import { admin } from '../clients/admin.ts';
import { ask, send } from '../clients/http.ts';
import { payOrder, prepareOrder, register } from '../clients/shopper.ts';
import { scenario, type Scenario } from '../scenario.ts';
import { until } from '../../../server/test/until.ts';
import { videoKey } from '../world/keys.ts';
import { createRoute, type Fault, listRoute } from '../world/stand-ins.ts';
import type { World } from '../world/world.ts';

/** Shared by the scenarios that need settings in the short form, so that the product restarts once. */
const shortSettings = { RECONCILE_WAIT_MS: '4000', PROVIDER_CONCURRENCY: '3' };

/** Faults around requests to the video service, which has no idempotency keys. */
export const askingFaults: Scenario[] = [
  scenario({
    id: 'F11',
    isVariation: true,
    fault: 'SIGKILL of the worker around a create: at its receipt, and after the answer',
    variants: [
      { name: 'at receipt', phase: 'before', delayMs: 0 },
      { name: '0 ms after the answer', phase: 'after', delayMs: 0 },
      { name: '5 ms after the answer', phase: 'after', delayMs: 5 },
      { name: '50 ms after the answer', phase: 'after', delayMs: 50 },
    ],
    runs: 30,
    async run({ world, variant: { phase, delayMs }, pick }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[2], [1]]);
      const pids = [world.worker.pid()];
      await world.video.fault({ route: createRoute, action: 'kill', phase, delayMs, skip: pick(3), pids });
      await payOrder(world, order);
    },
  }),

  scenario({
    id: 'F12',
    isVariation: true,
    fault: 'A create is accepted, but its answer is a reset, cut, an error, or 70 s late',
    variants: ['reset', 'cut', '500', '502', '504', '409', '408', '70 s late'],
    short: ['reset', '502'],
    runs: 4,
    async run({ world, variant, pick }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[2], [1]]);
      await world.video.fault({ route: createRoute, phase: 'after', times: 2, skip: pick(2), ...faultOf(variant) });
      await payOrder(world, order);
      return { causes: [/asked in vain/] };
    },
  }),

  scenario({
    id: 'F13',
    isVariation: true,
    fault: 'The same, and the list shows the generation late, in pages of ten among 200 foreign ones, or fails',
    variants: ['late', 'paged', 'failing', 'all at once'],
    short: ['all at once'],
    runs: 2,
    settings: (isShort) => (isShort ? shortSettings : { RECONCILE_WAIT_MS: '40000' }),
    async run({ world, variant, isShort }) {
      const has = (name: typeof variant) => variant === name || variant === 'all at once';
      const order = await prepareOrder(world, await register(world, 'Ada'), [[2]]);
      if (has('late')) await world.video.control('POST', 'list-lag', { ms: isShort ? 1500 : 30_000 });
      if (has('paged')) await world.video.control('POST', 'list-page', { most: 10 });
      if (has('failing')) await world.video.fault({ route: listRoute, action: 'error', times: isShort ? 3 : 10 });
      await world.video.fault({ route: createRoute, phase: 'after', times: 2, action: 'drop' });
      await payOrder(world, order);
      // Only after both answers were lost; otherwise other creates would use up these faults.
      if (has('paged')) {
        await until(async () =>
          (await world.video.faults()).some(({ route, times }) => route === createRoute && times === 0),
        );
        await fillList(world, isShort ? 40 : 200);
      }
      await untilQuiet(world);
    },
  }),

  scenario({
    id: 'F14',
    isVariation: true,
    fault: '429 with Retry-After, then 429 for every fifth create; never more at once than the limit',
    variants: ['storm'],
    runs: 5,
    settings: (isShort) => (isShort ? shortSettings : { PROVIDER_CONCURRENCY: '3' }),
    async run({ world, isShort, pick }) {
      const startedAt = Date.now();
      const seconds = isShort ? 2 : 5;
      const customer = await register(world, 'Ada');
      const first = await prepareOrder(world, customer, [[1]]);
      const others = [];
      for (let made = 0; made < (isShort ? 2 : 8); made++) others.push(await prepareOrder(world, customer, [[3]]));
      await world.video.fault(
        { route: createRoute, action: 'error', status: 429, headers: { 'retry-after': String(seconds) } },
        { route: createRoute, action: 'error', status: 429, chance: 0.2, seed: pick(1e6), times: 1000 },
      );
      await payOrder(world, first);
      const refusedAt = await firstRefusal(world, startedAt);
      for (const order of others) await payOrder(world, order);
      await untilQuiet(world);
      const endsAt = refusedAt + seconds * 1000 - 100;
      const early = (await world.video.calls(createRoute, refusedAt + 1)).filter(({ at }) => at < endsAt);
      assert.deepEqual(early, [], 'no create before Retry-After has passed');
      assert.ok((await mostAtOnce(world, startedAt)) <= 3, 'more generations at once than PROVIDER_CONCURRENCY');
    },
  }),

  scenario({
    id: 'F26',
    isVariation: true,
    fault: 'An administrator deletes all generations while it is not clear whether a create was accepted',
    variants: ['all', 'one'],
    runs: 15,
    settings: (isShort) => (isShort ? shortSettings : { RECONCILE_WAIT_MS: '5000' }),
    async run({ world, variant }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[2]]);
      const customer = await admin(world);
      await world.video.control('POST', 'list-lag', { ms: 2000 });
      await world.video.fault({ route: createRoute, phase: 'after', action: 'drop', times: 2 });
      const startedAt = Date.now();
      await payOrder(world, order);
      const accepted = async () =>
        (await world.video.accepted()).filter(({ generation }) => Date.parse(generation.created_at) >= startedAt);
      await until(async () => (await accepted()).length === 2);
      if (variant === 'all') await send(world, 'DELETE', '/api/admin/luma-generations', { customer });
      for (const { id } of variant === 'one' ? await accepted() : []) {
        const { status } = await ask(world, 'DELETE', `/api/admin/luma-generations/${id}`, { customer });
        assert.ok(status === 409 || status === 404, `deleting a generation that an order needs answered ${status}`);
      }
      await untilQuiet(world);
    },
  }),
];

function faultOf(variant: string): Pick<Fault, 'action' | 'status' | 'delayMs'> {
  if (variant === 'reset') return { action: 'drop' };
  if (variant === 'cut') return { action: 'cut' };
  if (variant === '70 s late') return { action: 'delay', delayMs: 70_000 };
  return { action: 'error', status: Number(variant) };
}

async function firstRefusal(world: World, since: number): Promise<number> {
  let at: number | undefined;
  await until(async () => {
    at = (await world.video.calls(createRoute, since)).find(({ status }) => status === 429)?.at;
    return at !== undefined;
  });
  return at ?? 0;
}

/** The largest number of concurrent generations. */
async function mostAtOnce(world: World, since: number): Promise<number> {
  const spans = (await world.video.accepted())
    .map(({ generation, endedAt }) => ({ from: Date.parse(generation.created_at), to: endedAt ?? Infinity }))
    .filter(({ from }) => from >= since);
  return Math.max(0, ...spans.map(({ from }) => spans.filter((span) => span.from <= from && from < span.to).length));
}

/** Creates generations as another shop on the same account. */
async function fillList(world: World, count: number): Promise<void> {
  for (let made = 0; made < count; made++) await until(() => createForeign(world));
}

/** @returns whether it was accepted: the account has a limit of concurrent generations */
async function createForeign(world: World): Promise<boolean> {
  const response = await fetch(`${world.video.apiUrl}/generations/video`, {
    method: 'POST',
    headers: { authorization: `Bearer ${videoKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'ray-2', prompt: 'Waves that break on a pier' }),
  });
  await response.body?.cancel();
  return response.status === 201;
}
