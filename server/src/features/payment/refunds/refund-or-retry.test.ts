import assert from 'node:assert/strict';
import { test } from 'vitest';
import { retryFilm } from '@keepsake/contract/films/failed-sets';
import { sql } from 'kysely';
import { refundScene } from '../../../../test/refund-scene.ts';
import { startTestShop } from '../../../../test/shop.ts';
import { allRows, runStatement } from '../../../../test/statements.ts';

test('of a retry and a refund of a film at once the retry comes first or not at all', { tags: ['full'] }, async () => {
  const shop = await startTestShop();
  const { app, admin } = shop;
  const { paidOrder, ask, view } = refundScene(shop);
  for (let round = 0; round < 8; round += 1) {
    const order = await paidOrder([[1]]);
    const [film] = (await view(order)).films;
    const id = film?.id ?? '';
    await runStatement(app.db, sql`update films set state = 'failed', failure_code = 'moderation' where id = ${id}`);
    const [refund, retry] = await Promise.all([
      ask(order, { scope: 'films', films: [id], amount: film?.price }),
      app.call(retryFilm, { params: { id }, token: admin.token }),
    ]);
    assert.equal(refund.status, 200);
    const changes = await allRows<{ action: string }>(
      app.db,
      sql`select action from audit_log where subject in (${id}, ${order.bucketId}) order by id`,
    );
    const expected = retry.status === 200 ? ['videos.retry', 'orders.refund'] : ['orders.refund'];
    assert.deepEqual(
      changes.map(({ action }) => action),
      expected,
    );
  }
});
