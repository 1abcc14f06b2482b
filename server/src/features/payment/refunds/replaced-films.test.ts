import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sql } from 'kysely';
import { refundScene } from '../../../../test/refund-scene.ts';
import { startTestShop } from '../../../../test/shop.ts';
import { runStatement } from '../../../../test/statements.ts';

test('films are offered for a refund with what they show instead of their effect', async () => {
  const shop = await startTestShop();
  const { paidOrder, view } = refundScene(shop);
  const order = await paidOrder([[3]]);
  const change = (number: number, to: ReturnType<typeof sql>) =>
    runStatement(shop.app.db, sql`update films set ${to} where bucket_id = ${order.bucketId} and number = ${number}`);
  const replaced = JSON.stringify({ effect: 'wave', faces: 1, fallback: { code: 'no_hand' } });
  await change(1, sql`agreed_to = 'no_hand', report = ${replaced}::jsonb`);
  await change(2, sql`agreed_to = 'no_hand'`);
  await change(3, sql`agreed_to = null`);
  const { films } = await view(order);
  assert.deepEqual(
    films.toSorted((a, b) => a.number - b.number).map(({ number, agreedAs, lack }) => [number, agreedAs, lack]),
    [
      [1, 'nod', 'no_hand'],
      [2, 'nod', null],
      [3, undefined, null],
    ],
  );
});
