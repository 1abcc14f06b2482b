import assert from 'node:assert/strict';
import { listAudit } from '@keepsake/contract/admin/audit';
import { makeRefund } from '@keepsake/contract/orders/refunds';
import { sql } from 'kysely';
import { describe, test } from 'vitest';
import { refundScene, type PaidOrder } from '../../../../test/refund-scene.ts';
import { startTestShop } from '../../../../test/shop.ts';
import { firstRow, runStatement } from '../../../../test/statements.ts';
import { until } from '../../../../test/until.ts';
import { newId } from '../../../platform/ids.ts';

const shop = await startTestShop();
const { app, admin } = shop;
const { paidOrder, ask, view, work, held, left } = refundScene(shop);

/** Sends requests that are all held where they write their refund, or wait for one that is, and lets them go on together. */
async function atOnce<Reply>(requests: (() => Promise<Reply>)[]): Promise<Reply[]> {
  const waiting = sql`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const sent = await app.db.transaction().execute(async (tx) => {
    await runStatement(tx, sql`lock table refunds in share mode`);
    const replies = requests.map((request) => request());
    await until(async () => (await firstRow<{ count: number }>(app.db, waiting))?.count === requests.length);
    return { replies };
  });
  return Promise.all(sent.replies);
}

const outcome = ({ status, error }: Awaited<ReturnType<typeof ask>>) => (status === 200 ? 'made' : error.code);

describe('two administrators at once', () => {
  test('use one key for two orders: one refund is made, and the other one is told so', async () => {
    const [one, other] = await Promise.all([paidOrder([[1]]), paidOrder([[1]])]);
    const key = newId();
    const replies = await atOnce([one, other].map((order) => () => ask(order, { key, amount: 2 })));
    assert.deepEqual(replies.map(outcome).toSorted(), ['already_credited', 'made']);
    await work(2);
    const made = [...(await held(one)), ...(await held(other))];
    assert.deepEqual(
      made.map(({ amount }) => amount),
      [200],
    );
    const logged = await Promise.all(
      [one, other].map(({ bucketId }) =>
        app.call(listAudit, { query: { action: 'orders.refund', subject: bucketId }, token: admin.token }),
      ),
    );
    assert.equal(logged.flatMap(({ data }) => data.data).length, 1);
  });

  test('refund everything and one film: the first one is made, the other one is told what is left', async () => {
    const order = await paidOrder();
    const [film] = (await view(order)).films;
    assert.equal(film?.price, 4.99);
    const whole = () => ask(order, { scope: 'whole', amount: 11.97, seenLeft: 11.97, filmsGo: true });
    const ofFilm = () => ask(order, { scope: 'films', films: [film.id], amount: 4.99, seenLeft: 11.97 });
    const replies = await atOnce([whole, ofFilm]);
    assert.deepEqual(replies.map(outcome).toSorted(), ['made', 'refunded_meanwhile']);
    const refused = replies.find(({ status }) => status !== 200);
    assert.match(refused?.error.error ?? '', /Nothing was refunded by this request: (11|4)\.\d\d USD/);
    await work(2);
    const amounts = (await held(order)).map(({ amount }) => amount);
    assert.ok(amounts.length === 1 && (amounts[0] === 1197 || amounts[0] === 499), String(amounts));
    assert.equal(await left(order), amounts[0] === 1197 ? 0 : 6.98);
  });
});

describe('an amount that is none is refused, and nothing is written', () => {
  const dollars = ['-5', '-0.01', '0', '0.001', '4.999', '1e309', '-1e309', '1e300', '"10"', 'null', '[5]', 'true'];

  test('of dollars', async () => {
    const order = await paidOrder([[1]]);
    for (const amount of dollars)
      assert.deepEqual(await asText(order, amount, 'USD'), [400, 'validation_failed', ['amount']], amount);
    assert.deepEqual(await asText(order, '5', 'USD'), [409, 'refund_too_large', []], 'more than is left');
    assert.deepEqual(await asText(order, '4', 'EUR'), [409, 'wrong_currency', []]);
    assert.deepEqual([(await view(order)).refunds, await left(order)], [[], 4.99]);
  });

  test('of forints, which have no halves', async () => {
    await shop.setPrices({ basePrice: 1990, variantPrice: 990, currency: 'HUF' });
    const order = await paidOrder([[1]]);
    for (const amount of ['0.5', '0.01', '99.5', '1989.999'])
      assert.deepEqual(await asText(order, amount, 'HUF'), [400, 'validation_failed', ['amount']], amount);
    assert.deepEqual([(await view(order)).refunds, await left(order)], [[], 1990]);
    assert.deepEqual(await asText(order, '1', 'HUF'), [200, undefined, []]);
  });

  /** A refund whose amount is written as it would stand in the request. @returns status, code and fields of the refusal */
  async function asText({ bucketId, payment }: PaidOrder, amount: string, currency: string) {
    const given = { key: newId(), payment, scope: 'amount', currency, filmsGo: false, note: 'by phone' };
    const response = await fetch(app.url + makeRefund.path.replace(':id', bucketId), {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(given).replace('{', `{"amount":${amount},`),
    });
    const { code, fields } = (await response.json()) as { code?: string; fields?: object };
    return [response.status, code, Object.keys(fields ?? {})];
  }
});
