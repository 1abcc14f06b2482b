import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { Stripe } from 'stripe';
import { clientFor, goodCard, order, setUpCheckout, submitCard } from '../../../test/checkout-setup.ts';

const setup = await setUpCheckout();
const { stripe, shop } = setup;

describe('a checkout session', () => {
  test('is created, retrieved and listed with the data of the order', async () => {
    const session = await stripe.checkout.sessions.create(order(shop.url));
    assert.match(session.id, /^cs_test_/);
    assert.equal(session.url, `${setup.sandbox.url}/c/pay/${session.id}`);
    assert.equal(session.amount_total, 1598);
    assert.equal(session.currency, 'usd');
    assert.equal(session.status, 'open');
    assert.equal(session.payment_status, 'unpaid');
    assert.equal(session.payment_intent, null);
    assert.deepEqual(session.metadata, { bucketId: '7' });
    assert.equal(session.client_reference_id, 'bucket-7');
    assert.equal(session.expires_at - session.created, 24 * 3600);
    assert.match(session.lastResponse.requestId, /^req_/);

    const found = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });
    assert.deepEqual(
      found.line_items?.data.map((item) => [
        item.description,
        item.quantity,
        item.amount_total,
        item.price?.unit_amount,
      ]),
      [
        ['Two photos', 1, 998, 998],
        ['Further version', 2, 600, 300],
      ],
    );
    const items = await stripe.checkout.sessions.listLineItems(session.id, { limit: 1 });
    assert.equal(items.has_more, true);
    const newest = await stripe.checkout.sessions.list({ limit: 1 });
    assert.equal(newest.data[0]?.id, session.id);
  });

  test('is in exactly one page of the list, newest first', async () => {
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.push((await stripe.checkout.sessions.create(order(shop.url))).id);
    const listed: string[] = [];
    for await (const session of stripe.checkout.sessions.list({ limit: 2 })) listed.push(session.id);
    assert.deepEqual(listed.slice(0, 5), made.toReversed());
    assert.equal(new Set(listed).size, listed.length);
  });

  test('is listed by status and by payment', async () => {
    const session = await stripe.checkout.sessions.create(order(shop.url));
    await submitCard(session.url, goodCard);
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    const byPayment = await stripe.checkout.sessions.list({ payment_intent: String(paid.payment_intent) });
    assert.deepEqual(
      byPayment.data.map(({ id }) => id),
      [session.id],
    );
    const complete = await stripe.checkout.sessions.list({ status: 'complete' });
    assert.deepEqual(
      complete.data.map(({ id }) => id),
      [session.id],
    );
  });

  test('is expired once, and not when it is no longer open', async () => {
    const session = await stripe.checkout.sessions.create(order(shop.url));
    const expired = await stripe.checkout.sessions.expire(session.id);
    assert.equal(expired.status, 'expired');
    assert.equal(expired.url, null);
    await assert.rejects(stripe.checkout.sessions.expire(session.id), {
      type: 'StripeInvalidRequestError',
      message:
        'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `expired`.',
    });
  });

  test('that does not exist is a 404 with the code resource_missing', async () => {
    await assert.rejects(stripe.checkout.sessions.retrieve('cs_test_nothing'), {
      statusCode: 404,
      code: 'resource_missing',
      message: "No such checkout.session: 'cs_test_nothing'",
    });
  });
});

describe('idempotency', () => {
  test('the same key and request give the same session, also after a restart', async () => {
    const first = await stripe.checkout.sessions.create(order(shop.url), { idempotencyKey: 'bucket-7:1' });
    await setup.restart();
    const again = await setup.stripe.checkout.sessions.create(order(shop.url), { idempotencyKey: 'bucket-7:1' });
    assert.equal(again.id, first.id);
    assert.equal(again.lastResponse.headers['idempotent-replayed'], 'true');
    assert.equal(first.lastResponse.headers['idempotent-replayed'], undefined);
  });

  test('the same key with another amount is refused', async () => {
    const options = { idempotencyKey: 'bucket-7:2' };
    await setup.stripe.checkout.sessions.create(order(shop.url), options);
    await assert.rejects(
      setup.stripe.checkout.sessions.create({ ...order(shop.url), locale: 'hu' }, options),
      (error) => {
        assert.ok(error instanceof Stripe.errors.StripeIdempotencyError);
        assert.match(error.message, /can only be used with the same parameters they were first used with/);
        return true;
      },
    );
  });

  test('ten requests at once with one key make one session', async () => {
    const before = await countSessions();
    const attempts = Array.from({ length: 10 }, () =>
      setup.stripe.checkout.sessions.create(order(shop.url), { idempotencyKey: 'bucket-7:3' }),
    );
    const results = await Promise.allSettled(attempts);
    const ids = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    assert.equal(new Set(ids).size, 1);
    assert.deepEqual(new Set(refused), new Set(refused.length > 0 ? ['idempotency_key_in_use'] : []));
    assert.equal(await countSessions(), before + 1);
  });

  test('a refused request leaves its key free', async () => {
    const options = { idempotencyKey: 'bucket-7:4' };
    await assert.rejects(setup.stripe.checkout.sessions.create({ mode: 'payment' }, options));
    assert.equal((await setup.stripe.checkout.sessions.create(order(shop.url), options)).status, 'open');
  });

  async function countSessions(): Promise<number> {
    const all = await setup.stripe.checkout.sessions.list({ limit: 100 });
    return all.data.length;
  }
});

describe('the key', () => {
  test('that is wrong is refused, and masked in the message', async () => {
    await assert.rejects(clientFor(setup.sandbox.port, 'sk_test_somebody_else').balance.retrieve(), (error) => {
      assert.ok(error instanceof Stripe.errors.StripeAuthenticationError);
      assert.equal(error.message, 'Invalid API Key provided: sk_test_********else');
      return true;
    });
  });

  test('that is missing is required', async () => {
    const response = await fetch(`${setup.sandbox.url}/v1/checkout/sessions`);
    assert.equal(response.status, 401);
    const { error } = (await response.json()) as { error: { message: string } };
    assert.match(error.message, /^You did not provide an API key/);
  });
});

test("an unknown URL is refused with Stripe's message", async () => {
  await assert.rejects(setup.stripe.balance.retrieve(), {
    statusCode: 404,
    message: /^Unrecognized request URL \(GET: \/v1\/balance\)/,
  });
});
