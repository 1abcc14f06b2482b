import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { admin } from '../clients/admin.ts';
import { sessionsOf, untilPaid } from '../clients/checkout-events.ts';
import { ask } from '../clients/http.ts';
import type { Order } from '../clients/order.ts';
import { payOrder, prepareOrder, register } from '../clients/shopper.ts';
import { scenario, type Scenario } from '../scenario.ts';
import { patienceMs, until } from '../../../server/test/until.ts';
import { refundRoute } from '../world/stand-ins.ts';
import type { World } from '../world/world.ts';

/** Faults while money goes back through the payment provider. */
export const refundFaults: Scenario[] = [
  scenario({
    id: 'F31',
    isVariation: true,
    fault:
      'Two administrators refund at once, and the worker gets SIGKILL around the request, or its answer is lost; its events come twice, the last first',
    variants: [
      { name: '0 ms after the answer', fault: { action: 'kill', phase: 'after', delayMs: 0 } },
      { name: 'at receipt', fault: { action: 'kill', phase: 'before', delayMs: 0 } },
      { name: '5 ms after the answer', fault: { action: 'kill', phase: 'after', delayMs: 5 } },
      { name: '50 ms after the answer', fault: { action: 'kill', phase: 'after', delayMs: 50 } },
      { name: 'answer lost', fault: { action: 'drop', phase: 'after', times: 2 } },
      { name: 'answered with 500', fault: { action: 'error', phase: 'after', status: 500, body: apiError() } },
      { name: '503 instead of the work', fault: { action: 'error', phase: 'before', status: 503, body: apiError() } },
    ],
    runs: 5,
    async run({ world, variant: { fault } }) {
      const order = await prepareOrder(world, await register(world, 'Ada'), [[1]]);
      await payOrder(world, order);
      await untilPaid(world, order, patienceMs);
      const payment = await paymentOf(world, order);
      const before = await refundsAt(world, order);
      const [offer] = before.payments;
      assert.ok(offer && offer.left === offer.charged);
      await world.checkout.control('POST', 'webhooks/hold');
      const isKill = fault.action === 'kill';
      await world.checkout.fault({ route: refundRoute, ...fault, ...(isKill && { pids: [world.worker.pid()] }) });
      const { token } = await admin(world);
      const body = { payment, scope: 'amount', amount: 1, currency: offer.currency, filmsGo: false, note: 'by phone' };
      const statuses = await Promise.all(
        [0, 1].map(async () => {
          const request = { ...body, key: randomUUID(), seenLeft: offer.left };
          const path = `/api/admin/orders/${order.bucketId}/provider-refunds`;
          return (await ask(world, 'POST', path, { customer: { token }, body: request })).status;
        }),
      );
      assert.deepEqual(
        statuses.toSorted((a, b) => a - b),
        [200, 409],
        'the second administrator is told what was refunded meanwhile',
      );
      const isMade = async () => (await refundsAt(world, order)).refunds[0]?.state === 'succeeded';
      await until(isMade, patienceMs, () => 'the refund was not made');
      await world.checkout.control('POST', 'webhooks/release', { order: 'newest_first' });
      for (const { id, type } of await world.checkout.events())
        if (/refund/.test(type)) await world.checkout.control('POST', `webhooks/${id}/deliver`, { times: 3 });
      await checkBooks(world, order, payment);
    },
  }),
];

function apiError(): string {
  return JSON.stringify({ error: { type: 'api_error', message: 'Please try again.' } });
}

async function paymentOf(world: World, order: Order): Promise<string> {
  const [session] = await sessionsOf(world, order);
  return String(session?.['payment_intent']);
}

interface Refunds {
  payments: { charged: number; left: number; currency: string }[];
  refunds: { state: string; reference: string | null; amount: number }[];
}

async function refundsAt(world: World, { bucketId }: Order): Promise<Refunds> {
  const customer = await admin(world);
  const { text } = await ask(world, 'GET', `/api/admin/orders/${bucketId}/provider-refunds`, { customer });
  return (JSON.parse(text) as { refunds: Refunds }).refunds;
}

/** One refund was made, and ledger, order and mailbox say so once. */
async function checkBooks(world: World, order: Order, payment: string): Promise<void> {
  const list = (await world.checkout.ask('GET', `/v1/refunds?payment_intent=${payment}`)) as unknown as {
    data: { id: string; amount: number }[];
  };
  assert.deepEqual(
    list.data.map(({ amount }) => amount),
    [100],
    'the provider made one refund',
  );
  const booked = await world.database.query<{ ref: string; amount: number }>(
    `select provider_ref as ref, amount::int from payment_ledger where kind = 'refund' and payment_intent = $1`,
    [payment],
  );
  assert.deepEqual(
    booked,
    list.data.map(({ id, amount }) => ({ ref: id, amount })),
    'the ledger is what the provider has',
  );
  const mails = await world.database.query(`select 1 from mails where kind = 'refund-made' and bucket_id = $1`, [
    order.bucketId,
  ]);
  assert.equal(mails.length, 1, 'one mail about the refund');
  const [offer] = (await refundsAt(world, order)).payments;
  assert.equal(offer?.left, (offer?.charged ?? 0) - 1);
}
