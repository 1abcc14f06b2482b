import assert from 'node:assert/strict';
import { afterEach, test } from 'vitest';
import { work } from '../../../../test/film-order.ts';
import { refundScene } from '../../../../test/refund-scene.ts';
import { startTestShop } from '../../../../test/shop.ts';
import { until } from '../../../../test/until.ts';
import { startWorkerProcess } from '../../../../test/worker-process.ts';

const shop = await startTestShop({ LEASE_MS: '1000' });
const { app, checkout } = shop;
const { paidOrder, ask, states, held, ledger, mails } = refundScene(shop);

afterEach(() => checkout.control('DELETE', 'faults'));

test('a worker killed after its request is accepted causes no second refund', async (t) => {
  const order = await paidOrder();
  // Its events are no help: only the list and the key tell whether it was made.
  await checkout.control('POST', 'webhooks/hold');
  await checkout.control('POST', 'faults', {
    route: 'POST /v1/refunds',
    action: 'delay',
    phase: 'after',
    delayMs: 3000,
    times: 1,
  });
  const killed = await startWorkerProcess(t, app);
  await ask(order, { amount: 5 });
  await until(async () => (await held(order)).length > 0);
  await killed.signal('SIGKILL');
  assert.deepEqual((await states(order))[0]?.[0], 'sent');
  await work(t, app);
  await until(async () => (await states(order))[0]?.[0] === 'succeeded');
  assert.deepEqual(
    (await held(order)).map(({ amount }) => amount),
    [500],
  );
  assert.deepEqual([await ledger(order), await mails(order)], [[['refund', 5]], [500]]);
});
