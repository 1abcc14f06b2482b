import assert from 'node:assert/strict';
import { errorList } from '../clients/admin.ts';
import { eventOf, openSession, postEvent, sessionsOf, untilPaid, deliverAgain } from '../clients/checkout-events.ts';
import { ask, send } from '../clients/http.ts';
import { scenario, type Scenario } from '../scenario.ts';
import type { Order } from '../clients/order.ts';
import { askToPay, payOrder, payPage, prepareOrder, register } from '../clients/shopper.ts';
import { sessionRoute } from '../world/stand-ins.ts';
import { persistently, Refused } from '../persistently.ts';
import { patienceMs, until } from '../../../server/test/until.ts';
import type { World } from '../world/world.ts';

/** Payments are learned from events only, not by polling. */
const noSweep = { PAYMENT_SWEEP_MS: '86400000' };

/**
 * Faults of customers and of the connection between shop and payment provider. Scenarios with their own settings or clock come
 * last: each change restarts the product.
 */
export const payingFaults: Scenario[] = [
  scenario({
    id: 'F01',
    isVariation: true,
    fault: 'Double click on Pay: ten requests for one set at once',
    variants: ['ten at once'],
    runs: 30,
    async run({ world }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[1]]);
      const clicks = Array.from({ length: 10 }, () => settle(askToPay(world, order)));
      const answers = await Promise.all(clicks);
      const urls = answers.filter((answer) => typeof answer === 'string');
      const refusals = answers.filter((answer) => typeof answer !== 'string');
      assert.ok(urls.length > 0, 'nobody got a payment page');
      assert.equal(new Set(urls).size, 1, 'all get the same page');
      assert.deepEqual(
        refusals.filter(({ status }) => status !== 409),
        [],
      );
      await openSession(world, order);
      order.expected = 'delivered';
      order.payments = 1;
      // The Pay button is clicked twice as well.
      const statuses = await Promise.all([payPage(urls[0] ?? ''), payPage(urls[0] ?? '')]);
      assert.ok(statuses.includes(303), `paid: ${statuses.join(', ')}`);
    },
  }),

  scenario({
    id: 'F02',
    isVariation: true,
    fault: 'Two tabs: the set is changed in one while the other shows its payment page',
    variants: ['changed before paying', 'changed while paying', 'both sessions paid'],
    runs: 10,
    async run({ world, variant, pick }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[1]]);
      const first = await askToPay(world, order);
      if (variant === 'both sessions paid') return payTwice(world, order, first);
      const change = () => settle(chooseFilms(world, order, 2));
      if (variant === 'changed before paying') assert.equal(typeof (await change()), 'string');
      const [paid] = await Promise.all([
        payPage(first),
        variant === 'changed while paying' ? later(pick(40)).then(change) : undefined,
      ]);
      if (paid === 303) {
        assert.equal(variant, 'changed while paying', 'a page of the old price was still payable');
      } else {
        const second = await persistently(() => askToPay(world, order));
        assert.notEqual(second, first);
        assert.equal(await payPage(second), 303);
      }
      order.films = [[await filmsPaid(world, order)]];
      order.expected = 'delivered';
      order.payments = 1;
    },
  }),

  scenario({
    id: 'F03',
    isVariation: true,
    fault: 'One event twenty times at once, and three times more later',
    variants: ['repeated'],
    runs: 30,
    async run({ world }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[1]]);
      await world.checkout.control('POST', 'webhooks/hold');
      await payOrder(world, order);
      const event = await eventOf(world, order);
      const results = await deliverAgain(world, event, 20);
      await world.checkout.control('POST', 'webhooks/release');
      for (let again = 0; again < 3; again++) results.push(...(await deliverAgain(world, event, 1)));
      assert.deepEqual(new Set(results), new Set(['200']));
    },
  }),

  scenario({
    id: 'F04',
    isVariation: true,
    fault: 'No event arrives at all, and nobody comes back to the success page',
    variants: ['lost'],
    runs: 3,
    async run({ world }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[1]]);
      await world.checkout.control('POST', 'webhooks/hold');
      await payOrder(world, order);
      await untilPaid(world, order, patienceMs).finally(() => world.checkout.control('POST', 'webhooks/release'));
    },
  }),

  scenario({
    id: 'F05',
    isVariation: true,
    fault: 'Events in the wrong order, of an unknown type, about an unknown set, with a wrong signature',
    variants: ['before', 'after'],
    runs: 3,
    async run({ world, variant }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[1]]);
      await world.checkout.control('POST', 'webhooks/hold');
      await payOrder(world, order);
      const [session] = await sessionsOf(world, order);
      const odd = async () => {
        for (const type of ['checkout.session.expired', 'checkout.session.async_payment_failed', 'customer.created']) {
          assert.equal(await postEvent(world, type, { ...session, status: 'expired', payment_status: 'unpaid' }), 200);
        }
        const strange = { ...session, id: 'cs_test_of_another_shop', metadata: {} };
        assert.equal(await postEvent(world, 'checkout.session.completed', strange), 200);
        const forged = await ask(world, 'POST', '/api/payment/webhook', {
          body: { type: 'checkout.session.completed' },
        });
        assert.equal(forged.status, 400);
      };
      if (variant === 'before') await odd();
      await world.checkout.control('POST', 'webhooks/release', { order: 'newest_first' });
      if (variant === 'after') await odd();
    },
  }),

  scenario({
    id: 'F09',
    isVariation: true,
    fault: 'SIGKILL of the web process while a payment session is made',
    variants: [
      { name: 'at receipt', phase: 'before', delayMs: 0 },
      { name: '0 ms after the answer', phase: 'after', delayMs: 0 },
      { name: '5 ms after the answer', phase: 'after', delayMs: 5 },
    ],
    runs: 10,
    async run({ world, variant: { phase, delayMs } }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[1]]);
      const pids = [world.web.pid()];
      await world.checkout.fault({ route: sessionRoute, action: 'kill', phase, delayMs, pids });
      await settle(askToPay(world, order));
      await payOrder(world, order);
      assert.equal((await sessionsOf(world, order)).length, 1, 'asking again makes no second session');
    },
  }),

  scenario({
    id: 'F10',
    isVariation: true,
    fault: 'An event tells of a lower amount, another currency, or no money',
    variants: [
      { name: 'lower amount', change: { amount_total: 1, status: 'complete', payment_status: 'paid' } },
      { name: 'another currency', change: { currency: 'huf', status: 'complete', payment_status: 'paid' } },
      { name: 'unpaid', change: { status: 'complete', payment_status: 'unpaid' } },
    ],
    runs: 1,
    async run({ world, variant: { change } }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[1]]);
      await askToPay(world, order);
      const session = await openSession(world, order);
      const status = await postEvent(world, 'checkout.session.completed', { ...session, url: null, ...change });
      assert.equal(status, 200);
      const told = (await errorList(world)).some((text) => text.includes(session.id) && text.includes(order.bucketId));
      assert.ok(told, 'administrators read session and set');
      return { causes: [/not fulfilled/] };
    },
  }),

  scenario({
    id: 'F07',
    isVariation: true,
    fault: 'An event arrives while the database is down',
    variants: ['stopped'],
    runs: 5,
    settings: noSweep,
    async run({ world, isShort }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[1]]);
      await world.checkout.control('POST', 'webhooks/hold');
      await payOrder(world, order);
      const event = await eventOf(world, order);
      await world.database.down();
      const [result = ''] = await deliverAgain(world, event, 1).finally(() => later(isShort ? 0 : 3000));
      await world.database.up();
      await world.checkout.control('POST', 'webhooks/release');
      assert.match(result, /^5\d\d$/, 'an event whose effect cannot be kept is not taken');
      return { mailCopies: 2, mayEnd: true, causes: [/database|ECONNRE|terminat/i] };
    },
  }),

  scenario({
    id: 'F08',
    isVariation: true,
    fault: 'SIGKILL of the web process around an event: while it is worked on, and after the answer',
    variants: [
      { name: '0 ms after it was sent', moment: 'sent', delayMs: 0 },
      { name: '5 ms after it was sent', moment: 'sent', delayMs: 5 },
      { name: '15 ms after it was sent', moment: 'sent', delayMs: 15 },
      { name: '0 ms after the answer', moment: 'answered', delayMs: 0 },
      { name: '5 ms after the answer', moment: 'answered', delayMs: 5 },
      { name: '50 ms after the answer', moment: 'answered', delayMs: 50 },
    ],
    runs: 5,
    settings: noSweep,
    async run({ world, variant: { moment, delayMs } }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[1]]);
      await world.checkout.control('POST', 'webhooks/hold');
      await payOrder(world, order);
      const event = await eventOf(world, order);
      await world.checkout.control('POST', 'webhooks/kill', { pids: [world.web.pid()], moment, delayMs });
      const killedAt = Date.now();
      const [result] = await deliverAgain(world, event, 1);
      await until(
        () => world.web.ends(killedAt).length > 0,
        patienceMs,
        () => 'the web process was not killed',
      );
      if (result === '200') await untilPaid(world, order, 500);
      await world.checkout.control('POST', 'webhooks/release');
    },
  }),
];

/** The result, or the refusal. */
async function settle(work: Promise<unknown>): Promise<string | { status: number }> {
  try {
    return String(await work);
  } catch (error) {
    return { status: error instanceof Refused ? error.status : 0 };
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function chooseFilms(world: World, { customer, bucketId }: Order, variety: number): Promise<string> {
  const { bucket } = (await send(world, 'GET', `/api/buckets/${bucketId}`, { customer })) as {
    bucket: { Contents: { id: string; actions: { promptId: string }[] }[] };
  };
  const contents = bucket.Contents.map(({ id, actions }) => ({
    id,
    actions: actions.map(({ promptId }) => ({ promptId, variety })),
  }));
  await send(world, 'POST', '/api/content/update-batch', { customer, body: { contents } });
  return 'changed';
}

/** The number of films that the paid session was priced for. */
async function filmsPaid(world: World, order: Order): Promise<number> {
  const [paid] = (await sessionsOf(world, order)).filter(({ payment_status }) => payment_status === 'paid');
  const [row] = await world.database.query<{ films: number }>('select films from checkouts where session_id = $1', [
    paid?.id,
  ]);
  return row?.films ?? 0;
}

/** Pays a second session of the set, which the shop never created. */
async function payTwice(world: World, order: Order, first: string) {
  const { id, metadata, amount_total: amount, currency } = await openSession(world, order);
  const form = new URLSearchParams({
    mode: 'payment',
    success_url: `${world.url}/payment/success`,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency,
    'line_items[0][price_data][unit_amount]': String(amount),
    'line_items[0][price_data][product_data][name]': 'Films',
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])),
  });
  const second = await world.checkout.ask('POST', '/v1/checkout/sessions', form);
  assert.equal(await payPage(first), 303);
  assert.equal(await payPage(second.url ?? ''), 303);
  order.expected = 'delivered';
  order.payments = 2;
  await until(
    async () => (await errorList(world)).some((text) => text.includes(second.id)),
    patienceMs,
    () => `no alert names the second session beside ${id}`,
  );
  return { causes: [/is paid but not fulfilled/] };
}
