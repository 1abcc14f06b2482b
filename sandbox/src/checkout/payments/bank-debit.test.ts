import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { control, goodCard, order, setUpCheckout, submitCard } from '../../../test/checkout-setup.ts';
import { eventually } from '../../../test/eventually.ts';
import { eventOf } from '../../../test/shop.ts';

const setup = await setUpCheckout();
const { stripe, shop } = setup;
const newSession = (change: object = {}) => stripe.checkout.sessions.create({ ...order(shop.url), ...change });
const debit = (url: string | null, outcome: string) => submitCard(url, { method: 'debit', outcome });
const settle = (id: string, body: object = {}) =>
  control(setup.sandbox.url, 'POST', `/sessions/${id}/settle`, body).then(({ status }) => status);
const told = (id: string) =>
  shop.hooks.map(eventOf).flatMap((event) => (event.data.object['id'] === id ? [event.type] : []));

/** A session whose debit is settled by the test. */
async function debited(outcome: 'succeed' | 'fail') {
  await control(setup.sandbox.url, 'POST', '/debits', { seconds: 3600 });
  const session = await newSession();
  assert.equal((await debit(session.url, outcome)).status, 303);
  return stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
}

const intentOf = async (id: string) => {
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  assert.ok(intent !== null && typeof intent === 'object');
  return intent;
};

describe('a bank debit', () => {
  test('is offered if the shop does not restrict its sessions to cards, in currencies that have one', async () => {
    const page = async (change?: object) => (await fetch(String((await newSession(change)).url))).text();
    assert.match(await page(), /Bank debit \(takes a moment\)/);
    assert.doesNotMatch(await page({ allowed_payment_method_types: ['card'] }), /Bank debit/);
    const forints = { currency: 'huf', unit_amount: 199_000, product_data: { name: 'x' } };
    assert.doesNotMatch(await page({ line_items: [{ quantity: 1, price_data: forints }] }), /Bank debit/);
    const cards = await newSession({ allowed_payment_method_types: ['card'] });
    assert.notEqual((await debit(cards.url, 'succeed')).status, 303);
    assert.equal((await stripe.checkout.sessions.retrieve(cards.id)).status, 'open');
  });

  test('completes the session without its money, which comes later', async () => {
    const session = await debited('succeed');
    assert.deepEqual([session.status, session.payment_status, session.url], ['complete', 'unpaid', null]);
    assert.equal((await intentOf(session.id)).status, 'processing');
    assert.deepEqual(told(session.id), ['checkout.session.completed']);
    const page = await (await fetch(`${setup.sandbox.url}/c/pay/${session.id}`)).text();
    assert.match(page, /This payment is on its way/);
    assert.equal(await settle(session.id), 200);
    await eventually(() =>
      assert.deepEqual(told(session.id), ['checkout.session.completed', 'checkout.session.async_payment_succeeded']),
    );
    assert.equal((await stripe.checkout.sessions.retrieve(session.id)).payment_status, 'paid');
    const intent = await intentOf(session.id);
    assert.deepEqual([intent.status, intent.amount_received], ['succeeded', 1598]);
    assert.equal(await settle(session.id), 404);
  });

  test('that fails leaves the session complete and unpaid; its payment has the reason', async () => {
    const session = await debited('fail');
    assert.equal(await settle(session.id), 200);
    await eventually(() => assert.equal(told(session.id)[1], 'checkout.session.async_payment_failed'));
    const after = await stripe.checkout.sessions.retrieve(session.id);
    assert.deepEqual([after.status, after.payment_status], ['complete', 'unpaid']);
    assert.equal((await intentOf(session.id)).status, 'requires_payment_method');
    assert.match(await (await fetch(`${setup.sandbox.url}/c/pay/${session.id}`)).text(), /did not go through/);
  });

  test('settles by itself when its time has come, also after a restart', async () => {
    await control(setup.sandbox.url, 'POST', '/debits', { seconds: 1 });
    const session = await newSession();
    await debit(session.url, 'succeed');
    await setup.restart();
    await eventually(async () =>
      assert.equal((await setup.stripe.checkout.sessions.retrieve(session.id)).payment_status, 'paid'),
    );
  });
});

describe('a dispute', () => {
  test('sends events when it is opened and when it is decided', async () => {
    const { stripe } = setup;
    const session = await stripe.checkout.sessions.create(order(shop.url));
    await submitCard(session.url, goodCard);
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id);
    const { body } = await control(setup.sandbox.url, 'POST', `/payments/${String(intent)}/dispute`, { amount: 500 });
    const id = String(body['id']);
    const open = await stripe.disputes.retrieve(id);
    const listed = async (of: object) => (await stripe.disputes.list(of)).data.map((dispute) => dispute.id);
    assert.deepEqual(await listed({ payment_intent: String(intent) }), [id]);
    assert.deepEqual(await listed({ created: { gte: open.created, lt: open.created + 1 }, limit: 1 }), [id]);
    assert.deepEqual(await listed({ created: { lt: open.created } }), []);
    assert.deepEqual(await listed({ starting_after: id }), []);
    assert.deepEqual([open.amount, open.status, open.payment_intent], [500, 'needs_response', intent]);
    await control(setup.sandbox.url, 'POST', `/disputes/${id}/close`, { status: 'lost' });
    assert.equal((await stripe.disputes.retrieve(id)).status, 'lost');
    const types = ['charge.dispute.created', 'charge.dispute.funds_withdrawn', 'charge.dispute.closed'];
    await eventually(() => assert.deepEqual(told(id).toSorted(), types.toSorted()));
    const again = await control(setup.sandbox.url, 'POST', `/disputes/${id}/close`, { status: 'won' });
    assert.equal(again.status, 404);
  });
});
