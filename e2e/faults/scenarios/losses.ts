import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../clients/http.ts';
import { untilQuiet } from '../checks/quiet.ts';
import { scenario, type Scenario } from '../scenario.ts';
import type { Order } from '../clients/order.ts';
import { askToPay, lookAt, password, payOrder, payPage, prepareOrder, register, signIn } from '../clients/shopper.ts';
import { createRoute } from '../world/stand-ins.ts';
import { brokenUpload, uploadAgain } from '../clients/broken-upload.ts';
import { persistently } from '../persistently.ts';
import { patienceMs, until } from '../../../server/test/until.ts';
import type { World } from '../world/world.ts';

const dayMs = 86_400_000;

/**
 * Deletion, retention and uploads that happen at the wrong moment. Scenarios with their own settings or clock come
 * last: each change restarts the product.
 */
export const losses: Scenario[] = [
  scenario({
    id: 'F25',
    isVariation: true,
    fault: 'A customer deletes a set, a photo or the account while its films are being made',
    variants: ['set', 'photo', 'account'],
    // The customer may be quicker than the create.
    mayMiss: true,
    runs: 10,
    async run({ world, variant, pick }) {
      const customer = await register(world, 'Ada');
      const order = await prepareOrder(world, customer, [[2]]);
      await world.video.fault({ route: createRoute, phase: 'after', action: 'delay', delayMs: pick(600), times: 2 });
      await payOrder(world, order);
      await delay(pick(1500));
      order.expected = 'deleted';
      await persistently(() => deleteIt(world, order, variant));
      const deletedAt = Date.now();
      await untilQuiet(world);
      const mails = await world.mail.mails(customer.email);
      // A payment is confirmed, with its invoice, even if the set was deleted a moment later; nothing else is sent.
      const late = mails.filter(
        ({ at, subject, text }) => at > deletedAt + 500 && text.includes(order.bucketId) && !/confirmed/.test(subject),
      );
      assert.deepEqual(late, [], 'a mail about a set that is gone');
      const rest = await world.database.query('select 1 from films where bucket_id = $1', [order.bucketId]);
      assert.equal(rest.length, 0, 'rows are left');
    },
  }),

  scenario({
    id: 'F29',
    isVariation: true,
    fault:
      'An upload breaks off at 10, 50 or 99 %, announces a wrong length, or stands still; then the same files again',
    variants: ['10 %', '50 %', '99 %', 'all, answer not awaited', 'wrong length'],
    short: ['50 %', 'all, answer not awaited'],
    runs: 5,
    async run({ world, variant }) {
      const customer = await register(world, 'Ada');
      const form = await brokenUpload(world, customer, variant);
      const order = await uploadAgain(world, customer, form);
      const { buckets } = (await send(world, 'GET', '/api/content/my', { customer })) as {
        buckets: { Contents: object[] }[];
      };
      assert.deepEqual(
        buckets.map(({ Contents }) => Contents.length),
        [2],
        'one set with each photo once',
      );
      await payOrder(world, order);
    },
  }),

  scenario({
    id: 'F06',
    isVariation: true,
    fault: 'Paid in the last minute; the event arrives after the cart should have been cleared away',
    variants: ['late'],
    runs: 3,
    async run({ world }) {
      const customer = await register(world, 'Ada');
      const order = await prepareOrder(world, customer, [[1]]);
      const abandoned = await prepareOrder(world, customer, [[1]]);
      abandoned.expected = 'deleted';
      await world.checkout.control('POST', 'webhooks/hold');
      const away = { action: 'error', times: 100_000 } as const;
      await world.checkout.fault(
        { ...away, route: 'GET /v1/checkout/sessions/:id' },
        { ...away, route: 'POST /v1/checkout/sessions/:id/expire' },
      );
      await world.worker.stop();
      await payOrder(world, order);
      await bothAt(world, 40 * dayMs);
      const isSwept = async () => (await lookAt(world, abandoned)) === undefined;
      await until(isSwept, patienceMs, () => 'the abandoned cart beside it is not cleared away');
      assert.equal((await lookAt(world, order))?.status, 'pending', 'the set is still there');
      // Back to today: the signature of an event contains a timestamp.
      await bothAt(world, 0);
      await world.checkout.endFaults();
      await world.checkout.control('POST', 'webhooks/release', { order: 'newest_first' });
    },
  }),

  scenario({
    id: 'F24',
    fault: 'The worker is started anew again and again over the days in which reminders are due',
    variants: ['restarts'],
    runs: 1,
    isVariation: true,
    async run({ world, isShort }) {
      const customer = await register(world, 'Ada');
      const paid = await prepareOrder(world, customer, [[1]]);
      const unpaid = await prepareOrder(world, customer, [[1]]);
      const deleted = await prepareOrder(world, customer, [[1]]);
      await payOrder(world, paid);
      await untilQuiet(world);
      await send(world, 'DELETE', `/api/buckets/${deleted.bucketId}`, { customer });
      deleted.expected = 'deleted';
      const restarts = isShort ? 3 : 20;
      for (let start = 1; start <= restarts; start++) {
        const days = isShort ? ([23.5, 27.5, 29.5][start - 1] ?? 0) : 22 + (7.6 * start) / restarts;
        await world.restart(world.worker, { CLOCK_OFFSET_MS: String(Math.round(days * dayMs)) });
        const due = { paid: reached([7, 3, 1], days), unpaid: reached([7, 3], days) };
        const written = async () => ({
          paid: await reminders(world, paid, 'deletion-reminder'),
          unpaid: await reminders(world, unpaid, 'unpaid-reminder'),
        });
        const isRight = async () => JSON.stringify(await written()) === JSON.stringify(due);
        await until(isRight, patienceMs, async () => `day ${days}: ${JSON.stringify([await written(), due])}`);
        await untilQuiet(world);
      }
      assert.equal(await reminders(world, deleted, 'unpaid-reminder'), 0);
      assert.ok((await reminders(world, paid, 'deletion-reminder')) >= 1, 'nobody was reminded');
      await world.restart(world.worker, {});
    },
  }),

  scenario({
    id: 'F23',
    isVariation: true,
    fault: 'Retention sweeps while a customer pays for a set that is due, and is killed in the middle',
    variants: ['paying', 'killed'],
    runs: 15,
    async run({ world, variant, pick, isShort }) {
      const customer = await register(world, 'Ada');
      const orders: Order[] = [];
      for (let made = 0; made < (isShort ? 2 : 5); made++) orders.push(await prepareOrder(world, customer, [[1]]));
      const later = { CLOCK_OFFSET_MS: String(40 * dayMs) };
      await world.worker.stop();
      await world.restart(world.web, later);
      Object.assign(customer, await signIn(world, customer.email));
      for (const order of orders) order.expected = 'deleted';
      const [payer] = orders;
      if (variant === 'paying' && payer) {
        const page = await askToPay(world, payer);
        world.worker.configure(later);
        const [, status] = await Promise.all([world.worker.start(), delay(pick(1500)).then(() => payPage(page))]);
        if (status === 303) Object.assign(payer, { expected: 'delivered', payments: 1 });
      } else {
        world.worker.configure(later);
        await world.worker.start();
        await delay(pick(400));
        await world.worker.signal('SIGKILL');
        await world.worker.ready();
      }
      const left = async () => {
        const shown = await Promise.all(
          orders.filter(({ expected }) => expected === 'deleted').map((order) => lookAt(world, order)),
        );
        return shown.filter((order) => order !== undefined).length;
      };
      await until(
        async () => (await left()) === 0,
        patienceMs,
        async () => `${await left()} sets are still there`,
      );
      await untilQuiet(world);
    },
  }),
];

/** Restarts web and worker with another clock. */
async function bothAt(world: World, offsetMs: number): Promise<void> {
  const settings = offsetMs === 0 ? {} : { CLOCK_OFFSET_MS: String(offsetMs) };
  await world.restart(world.web, settings);
  await world.restart(world.worker, settings);
}

/** Reminder thresholds before day 30 that are reached on this day. */
function reached(thresholds: number[], day: number): number {
  return thresholds.filter((days) => day >= 30 - days).length;
}

async function reminders(world: World, { bucketId }: Order, kind: string): Promise<number> {
  const rows = await world.database.query('select 1 from mails where bucket_id = $1 and kind = $2', [bucketId, kind]);
  return rows.length;
}

async function deleteIt(world: World, { customer, bucketId }: Order, what: 'set' | 'photo' | 'account'): Promise<void> {
  if (what === 'set') return void (await send(world, 'DELETE', `/api/buckets/${bucketId}`, { customer }));
  if (what === 'account') {
    return void (await send(world, 'DELETE', '/api/auth/account', {
      customer,
      body: { password },
    }));
  }
  const { bucket } = (await send(world, 'GET', `/api/buckets/${bucketId}`, { customer })) as {
    bucket: { Contents: { filename: string }[] };
  };
  for (const { filename } of bucket.Contents) {
    const answer = await send(world, 'DELETE', `/api/content/file/${filename}`, { customer });
    assert.equal((answer as { wasLastContent: boolean }).wasLastContent, true);
  }
}
