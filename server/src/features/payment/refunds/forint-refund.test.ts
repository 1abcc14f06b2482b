import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from 'vitest';
import { refundScene } from '../../../../test/refund-scene.ts';
import { startTestShop } from '../../../../test/shop.ts';
import { runStatement } from '../../../../test/statements.ts';
import { newId } from '../../../platform/ids.ts';

const shop = await startTestShop();
const { app } = shop;
const { ask } = refundScene(shop);

test('a refund of forints is in whole ones, but everything that is left can be refunded', async () => {
  const order = { ...(await shop.newOrder()), payment: 'pi_forints' };
  await runStatement(
    app.db,
    sql`
    insert into checkouts (id, bucket_id, user_id, revision, price, amount, currency, photos, films, idempotency_key, state, payment_intent,
      unfulfilled_reason, created_at, expires_at, completed_at)
    values (${newId()}, ${order.bucketId}, ${order.user.id}, 1, '{}', 50000, 'HUF', 1, 1, ${newId()}, 'complete', ${order.payment}, 'paid twice',
      app_now(), app_now(), app_now())`,
  );
  for (const [kind, reference, amount] of [
    ['charge', order.payment, 50_000],
    ['refund', 're_forints', 1250],
  ] as const)
    await runStatement(
      app.db,
      sql`
      insert into payment_ledger (kind, provider_ref, amount, currency, payment_intent, recorded_at)
      values (${kind}, ${reference}, ${amount}, 'huf', ${order.payment}, app_now())`,
    );
  const forints = (body: object) => ask(order, { currency: 'HUF', ...body });
  assert.equal((await forints({ amount: 5.5 })).error.code, 'validation_failed');
  assert.equal((await forints({ scope: 'whole', amount: 12 })).error.code, 'refunded_meanwhile');
  const { status, data } = await forints({ scope: 'whole', amount: 487.5, seenLeft: 487.5 });
  assert.deepEqual([status, data.refunds.refunds[0]?.amount, data.refunds.payments[0]?.left], [200, 487.5, 0]);
});
