import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { Stripe } from 'stripe';
import { control, order, secretKey, setUpCheckout } from '../test/checkout-setup.ts';

const { stripe, shop, sandbox } = await setUpCheckout();
const route = 'POST /v1/checkout/sessions';
const plan = (fault: object) => control(sandbox.url, 'POST', '/faults', { route, ...fault });
const create = (idempotencyKey: string) => stripe.checkout.sessions.create(order(shop.url), { idempotencyKey });
const newestId = async () => (await stripe.checkout.sessions.list({ limit: 1 })).data[0]?.id;

describe('a planned fault', () => {
  test('answers an error before any work, for as many requests as planned, after those it lets pass', async () => {
    const headers = { 'retry-after': '5', 'content-type': 'application/json' };
    await plan({ action: 'error', status: 429, headers, body: '{"error":{"message":"slow down"}}', skip: 1, times: 2 });
    const passed = await create('passes');
    for (const key of ['first', 'second']) {
      await assert.rejects(create(key), (error) => {
        assert.ok(error instanceof Stripe.errors.StripeRateLimitError);
        assert.equal(error.headers?.['retry-after'], '5');
        return true;
      });
    }
    assert.equal(await newestId(), passed.id);
    assert.equal((await create('third')).status, 'open');
  });

  test('answers an error although the work was done', async () => {
    const before = await newestId();
    await plan({ action: 'error', phase: 'after', status: 500, body: '{"error":{"type":"api_error","message":"no"}}' });
    await assert.rejects(create('accepted'), Stripe.errors.StripeAPIError);
    const made = await newestId();
    assert.notEqual(made, before);
    assert.equal((await create('accepted')).id, made, 'the retry gets the session that was made');
  });

  test('drops the connection before the work, or after it', async () => {
    const before = await newestId();
    await plan({ action: 'drop', times: 2 });
    await assert.rejects(create('dropped'), Stripe.errors.StripeConnectionError);
    assert.equal(await newestId(), before);
    await control(sandbox.url, 'DELETE', '/faults');
    await plan({ action: 'drop', phase: 'after' });
    const recovered = await create('dropped too');
    assert.equal(recovered.lastResponse.headers['idempotent-replayed'], 'true', 'the client’s own retry found it made');
  });

  test('delays an answer', async () => {
    await plan({ action: 'delay', delayMs: 300 });
    const start = performance.now();
    await create('delayed');
    assert.ok(performance.now() - start >= 300);
  });

  test('cuts an answer in the middle of what it announced', async () => {
    await plan({ route: 'GET /v1/checkout/sessions', action: 'cut', phase: 'after' });
    const response = await fetch(`${sandbox.url}/v1/checkout/sessions`, {
      headers: { authorization: `Bearer ${secretKey}` },
    });
    assert.equal(response.status, 200);
    await assert.rejects(response.text(), TypeError);
  });

  test('for a route that does not exist is refused', async () => {
    const { status, body } = await plan({ route: 'GET /v1/nothing', action: 'drop' });
    assert.equal(status, 400);
    assert.match(String(body['error']), /no "GET \/v1\/nothing"/);
  });
});
