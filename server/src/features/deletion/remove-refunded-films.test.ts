import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sql } from 'kysely';
import { finishFilms } from '../../../test/finished-films.ts';
import { refundScene } from '../../../test/refund-scene.ts';
import { startTestShop } from '../../../test/shop.ts';
import { allRows, runStatement } from '../../../test/statements.ts';

const shop = await startTestShop();
const { app } = shop;
const { paidOrder, ask, work } = refundScene(shop);
const amount = 4.99;

test('the refund of the last unfinished film notifies the customer of one that came late and waited for it', async () => {
  const order = await paidOrder([[1], [1]]);
  const [late, open] = await finishFilms(app, order.bucketId);
  await runStatement(app.db, sql`update buckets set ready_mail_at = app_now() where id = ${order.bucketId}`);
  await runStatement(app.db, sql`update films set unannounced = true where id = ${late}`);
  await runStatement(
    app.db,
    sql`update films set state = 'retry_pending', done_at = null, film_key = null where id = ${open}`,
  );
  await ask(order, { scope: 'films', films: [open], amount, filmsGo: true });
  await work();
  const mails = sql`select payload from mails where bucket_id = ${order.bucketId} and kind = 'late-films-ready'`;
  assert.deepEqual(await allRows(app.db, mails), [{ payload: { done: 1, failed: 0 } }]);
});
