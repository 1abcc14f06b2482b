import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { clientFor, goodCard, order, submitCard } from '../../test/checkout-setup.ts';
import { eventually } from '../../test/eventually.ts';
import { eventOf, startShop } from '../../test/shop.ts';

const shop = await startShop();
const dataDir = await mkdtemp(join(tmpdir(), 'checkout-killed-'));
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await shop.app.close();
  await rm(dataDir, { recursive: true });
});

async function startProcess() {
  const script = fileURLToPath(new URL('../../test/checkout-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir, `${shop.url}/webhook`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, stripe: clientFor(Number(line.toString())) };
}

test('a SIGKILL during payments loses no acknowledged payment and sends an event for each', async () => {
  const first = await startProcess();
  const answered: string[] = [];
  const buyer = async (name: number) => {
    for (let count = 0; ; count += 1) {
      const idempotencyKey = `buyer:${name}:${count}`;
      const session = await first.stripe.checkout.sessions.create(order(shop.url), { idempotencyKey });
      assert.equal((await submitCard(session.url, goodCard)).status, 303);
      answered.push(session.id);
    }
  };
  const buyers = Promise.allSettled([1, 2, 3, 4, 5, 6].map(buyer));
  await eventually(() => assert.ok(answered.length >= 10));
  first.child.kill('SIGKILL');
  await buyers;

  const { stripe } = await startProcess();
  for (const id of answered) {
    assert.equal((await stripe.checkout.sessions.retrieve(id)).status, 'complete');
  }
  const paid: string[] = [];
  for await (const session of stripe.checkout.sessions.list({ status: 'complete', limit: 100 })) {
    assert.equal((await stripe.paymentIntents.retrieve(String(session.payment_intent))).status, 'succeeded');
    paid.push(session.id);
  }
  await eventually(() => {
    const told = new Set(shop.hooks.map((hook) => eventOf(hook).data.object['id']));
    assert.deepEqual(told, new Set(paid));
  }, 10_000);

  const again = await stripe.checkout.sessions.create(order(shop.url), { idempotencyKey: 'buyer:1:0' });
  assert.ok(answered.includes(again.id), 'a key of before the crash finds its session');
});
