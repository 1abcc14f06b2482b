import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { Stripe } from 'stripe';
import { control, goodCard, order, setUpCheckout, submitCard, webhookSecret } from '../../test/checkout-setup.ts';
import { eventually } from '../../test/eventually.ts';
import { eventOf, startShop, type Hook } from '../../test/shop.ts';

const setup = await setUpCheckout();
const { stripe, shop } = setup;
const newSession = () => stripe.checkout.sessions.create(order(shop.url));
const firstEventId = (hooks: Hook[]) => hooks.map((hook) => eventOf(hook).id)[0] ?? assert.fail('no event came');
const hooksOf = (id: string) => shop.hooks.filter((hook) => eventOf(hook).data.object['id'] === id);

async function paidSession() {
  const session = await newSession();
  await submitCard(session.url, goodCard);
  return stripe.checkout.sessions.retrieve(session.id);
}

describe('an event', () => {
  test('of a payment carries a signature that Stripe’s own library accepts', async () => {
    const session = await paidSession();
    const [hook] = hooksOf(session.id);
    assert.ok(hook);
    const event = Stripe.webhooks.constructEvent(hook.body, hook.signature, webhookSecret);
    assert.ok(event.type === 'checkout.session.completed');
    assert.equal(event.data.object.payment_status, 'paid');
    assert.equal(event.data.object.amount_total, 1598);
    assert.equal(event.api_version, stripe.getApiField('version'));
    assert.throws(() => Stripe.webhooks.constructEvent(`${hook.body} `, hook.signature, webhookSecret));
    assert.throws(() => Stripe.webhooks.constructEvent(hook.body, hook.signature, 'whsec_another'));
    const kept = await stripe.events.retrieve(event.id);
    assert.equal(kept.pending_webhooks, 0);
  });

  test('reports an expired session', async () => {
    const session = await newSession();
    await stripe.checkout.sessions.expire(session.id);
    await eventually(() =>
      assert.deepEqual(
        hooksOf(session.id).map((hook) => eventOf(hook).type),
        ['checkout.session.expired'],
      ),
    );
  });

  test('is listed beside others, newest first, by its type and its time', async () => {
    const { id } = await paidSession();
    const other = await newSession();
    await stripe.checkout.sessions.expire(other.id);
    const list = async (params: Stripe.EventListParams) =>
      (await stripe.events.list({ limit: 2, ...params })).data.map(({ type, data }) => [
        type,
        (data.object as { id: string }).id,
      ]);
    const both = [
      ['checkout.session.expired', other.id],
      ['checkout.session.completed', id],
    ];
    assert.deepEqual(await list({}), both);
    assert.deepEqual(await list({ types: ['checkout.session.completed', 'refund.created'], limit: 1 }), both.slice(1));
    assert.deepEqual(await list({ type: 'checkout.session.expired', limit: 1 }), both.slice(0, 1));
    const [latest] = (await stripe.events.list({ limit: 1 })).data;
    assert.ok(latest);
    assert.deepEqual(await list({ created: { gt: latest.created } }), []);
    assert.deepEqual((await list({ starting_after: latest.id })).slice(0, 1), both.slice(1));
    await assert.rejects(stripe.events.list({ type: 'a', types: ['b'] }), /only specify one/);
  });

  test('is sent again with a new signature until the shop accepts it', async () => {
    const session = await newSession();
    shop.answer = () => (hooksOf(session.id).length < 3 ? 500 : 200);
    await submitCard(session.url, goodCard);
    await eventually(() => assert.equal(hooksOf(session.id).length, 3));
    shop.answer = () => 200;
    const hooks = hooksOf(session.id);
    assert.equal(new Set(hooks.map((hook) => eventOf(hook).id)).size, 1);
    for (const hook of hooks) Stripe.webhooks.constructEvent(hook.body, hook.signature, webhookSecret);
    const gaps = hooks.slice(1).map((hook, index) => hook.at - Number(hooks[index]?.at));
    assert.ok(Number(gaps[0]) >= 490 && Number(gaps[1]) >= 990, `the pauses grow: ${gaps.join(', ')} ms`);
    await eventually(async () => {
      const kept = await stripe.events.retrieve(firstEventId(hooks));
      assert.equal(kept.pending_webhooks, 0);
    });
  });

  test("is sent again even if the checkout's clock is set back by days", async () => {
    const slow = await setUpCheckout({ now: () => Date.now() - 10 * 24 * 3600 * 1000 });
    slow.shop.answer = (count) => (count < 2 ? 503 : 200);
    const session = await slow.stripe.checkout.sessions.create(order(slow.shop.url));
    await slow.stripe.checkout.sessions.expire(session.id);
    await eventually(() => assert.equal(slow.shop.hooks.length, 2));
  });

  test('reaches a shop that was down at the time, after a restart of both', async (t) => {
    const away = await setUpCheckout();
    const session = await away.stripe.checkout.sessions.create(order(away.shop.url));
    await away.shop.app.close();
    const response = await submitCard(session.url, goodCard);
    assert.equal(response.status, 303, 'the buyer is led back although the shop is away');
    await away.sandbox.stop();
    const back = await startShop(away.shop.port);
    t.onTestFinished(() => back.app.close());
    await away.restart();
    await eventually(() => assert.equal(back.hooks.map(eventOf)[0]?.data.object['id'], session.id));
  });
});

describe('a refund', () => {
  test('in part and then in full sends the charge each time', async () => {
    const session = await paidSession();
    const payment_intent = String(session.payment_intent);
    const part = await stripe.refunds.create({ payment_intent, amount: 500, reason: 'requested_by_customer' });
    assert.deepEqual([part.amount, part.status, part.currency], [500, 'succeeded', 'usd']);
    await stripe.refunds.create({ payment_intent });
    const intent = await stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge'] });
    assert.ok(intent.latest_charge !== null && typeof intent.latest_charge === 'object');
    const { id } = intent.latest_charge;
    await eventually(() => assert.equal(hooksOf(id).length, 2));
    const charges = hooksOf(id).map((hook) => eventOf(hook).data.object);
    assert.deepEqual(
      charges.map((charge) => [charge['amount_refunded'], charge['refunded'], charge['payment_intent']]),
      [
        [500, false, payment_intent],
        [1598, true, payment_intent],
      ],
    );
    await assert.rejects(stripe.refunds.create({ payment_intent }), { code: 'charge_already_refunded' });
  });

  test('is made once per key, keeps its metadata, and is listed with its payment', async () => {
    const session = await paidSession();
    const payment_intent = String(session.payment_intent);
    const idempotencyKey = `refund-${session.id}`;
    const params = { payment_intent, amount: 500, metadata: { refundId: 'one' } };
    const made = await stripe.refunds.create(params, { idempotencyKey });
    const again = await stripe.refunds.create(params, { idempotencyKey });
    assert.deepEqual([again.id, again.metadata], [made.id, { refundId: 'one' }]);
    await assert.rejects(stripe.refunds.create({ ...params, amount: 501 }, { idempotencyKey }), {
      type: 'StripeIdempotencyError',
    });
    const { data } = await stripe.refunds.list({ payment_intent });
    assert.deepEqual(
      data.map(({ id, amount }) => [id, amount]),
      [[made.id, 500]],
    );
  });

  test('of more than was paid, of a disputed or of an unknown payment, is refused', async () => {
    const session = await paidSession();
    const payment_intent = String(session.payment_intent);
    await assert.rejects(stripe.refunds.create({ payment_intent, amount: 1599 }), { param: 'amount' });
    await assert.rejects(stripe.refunds.create({ payment_intent: 'pi_none' }), { code: 'resource_missing' });
    await control(setup.sandbox.url, 'POST', `/payments/${payment_intent}/dispute`, {});
    await assert.rejects(stripe.refunds.create({ payment_intent, amount: 1 }), { code: 'charge_disputed' });
  });

  test('that is pending is reported as made, then as succeeded; a failed one returns its amount to the charge', async (t) => {
    const begin = (status: string) => control(setup.sandbox.url, 'POST', '/refunds', { begin: status });
    t.onTestFinished(async () => void (await begin('succeeded')));
    await begin('pending');
    const session = await paidSession();
    const payment_intent = String(session.payment_intent);
    const first = await stripe.refunds.create({ payment_intent, amount: 1000 });
    assert.equal(first.status, 'pending');
    await control(setup.sandbox.url, 'POST', `/refunds/${first.id}/succeed`);
    const second = await stripe.refunds.create({ payment_intent, amount: 598 });
    await control(setup.sandbox.url, 'POST', `/refunds/${second.id}/fail`, { reason: 'expired_or_canceled_card' });
    const told = () =>
      [first, second].flatMap(({ id }) =>
        hooksOf(id).map((hook) => [eventOf(hook).type, eventOf(hook).data.object['status']]),
      );
    await eventually(() => assert.equal(told().length, 5));
    assert.deepEqual(told().toSorted(), [
      ['refund.created', 'pending'],
      ['refund.created', 'pending'],
      ['refund.failed', 'failed'],
      ['refund.updated', 'failed'],
      ['refund.updated', 'succeeded'],
    ]);
    assert.equal((await stripe.refunds.create({ payment_intent, amount: 598 })).amount, 598);
  });
});

describe('the controls', () => {
  test('hold events back and release them newest first', async () => {
    await control(setup.sandbox.url, 'POST', '/webhooks/hold');
    const first = await paidSession();
    const second = await paidSession();
    assert.equal(hooksOf(first.id).length + hooksOf(second.id).length, 0);
    await control(setup.sandbox.url, 'POST', '/webhooks/release', { order: 'newest_first' });
    const order = shop.hooks.slice(-2).map((hook) => eventOf(hook).data.object['id']);
    assert.deepEqual(order, [second.id, first.id]);
  });

  test('send one event many times at once', async () => {
    const session = await paidSession();
    const id = firstEventId(hooksOf(session.id));
    const { body } = await control(setup.sandbox.url, 'POST', `/webhooks/${id}/deliver`, { times: 20 });
    assert.deepEqual(
      body['results'],
      Array.from({ length: 20 }, () => '200'),
    );
    assert.equal(hooksOf(session.id).length, 21);
  });

  test('require the key', async () => {
    const response = await fetch(`${setup.sandbox.url}/sandbox/webhooks/hold`, { method: 'POST' });
    assert.equal(response.status, 401);
  });
});
