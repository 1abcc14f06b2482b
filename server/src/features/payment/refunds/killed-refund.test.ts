import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import { sql } from 'kysely';
import { refundScene } from '../../../../test/refund-scene.ts';
import { startTestShop } from '../../../../test/shop.ts';
import { allRows } from '../../../../test/statements.ts';
import { until } from '../../../../test/until.ts';
import { startWorkerProcess } from '../../../../test/worker-process.ts';

const shop = await startTestShop({ LEASE_MS: '1000' });
const { app, checkout } = shop;
const { paidOrder, ask, states, held, ledger, mails } = refundScene(shop);

afterEach(async () => {
  await checkout.control('DELETE', 'faults');
  await checkout.control('POST', 'webhooks/release', { order: 'oldest_first' });
});

const isAsked = async (bucketId: string) =>
  (await allRows(app.db, sql`select 1 from refunds where asks > 0 and bucket_id = ${bucketId}`)).length > 0;

describe('a worker that is killed costs no second refund', () => {
  const route = 'POST /v1/refunds';
  const moments = {
    'after the request has left, before it is accepted': {
      fault: { route, action: 'drop', phase: 'before', delayMs: 3000, times: 1 },
      isMade: false,
    },
    'after the request is accepted, before the answer': {
      fault: { route, action: 'delay', phase: 'after', delayMs: 3000, times: 1 },
      isMade: true,
    },
  } as const;
  for (const [name, { fault, isMade }] of Object.entries(moments)) {
    test(name, async (t) => {
      const order = await paidOrder();
      // Its events are no help: only the list and the key tell whether it was made.
      await checkout.control('POST', 'webhooks/hold');
      await checkout.control('POST', 'faults', fault);
      const killed = await startWorkerProcess(t, app);
      await ask(order, { amount: 5 });
      await until(async () => (isMade ? (await held(order)).length > 0 : isAsked(order.bucketId)));
      await killed.signal('SIGKILL');
      assert.deepEqual((await states(order))[0]?.[0], 'asked');
      await startWorkerProcess(t, app);
      await until(async () => (await states(order))[0]?.[0] === 'succeeded', 40_000);
      assert.deepEqual(
        (await held(order)).map(({ amount }) => amount),
        [500],
      );
      assert.deepEqual([await ledger(order), await mails(order)], [[['refund', 5]], [500]]);
    });
  }
});
