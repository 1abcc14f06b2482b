import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import { startTestCheckout, webhookSecret } from '../../../test/checkout.ts';
import { createLog } from '../../platform/log.ts';
import { newId } from '../../platform/ids.ts';
import { PaymentsError, type RefundRequest } from './payments.ts';
import { createStripePayments } from './stripe-payments.ts';
import { readProviderRefund } from './stripe-refund.ts';

const checkout = await startTestCheckout(() => 'http://127.0.0.1:9');
const secretKey = checkout.settings['STRIPE_SECRET_KEY'] ?? '';
const log = createLog('silent', 'test');
const payments = createStripePayments({ secretKey, webhookSecret, apiBase: checkout.url, cardsOnly: true, log });

afterEach(() => checkout.control('DELETE', 'faults'));

/** A payment of 15.98, and a request to refund 5.00 of it. */
async function refundRequest(): Promise<RefundRequest> {
  const id = newId();
  const { url, id: session } = await payments.createSession({
    idempotencyKey: id,
    bucketId: id,
    checkoutId: id,
    invoiceId: id,
    email: 'ada@example.com',
    language: 'en',
    currency: 'USD',
    amount: 1598,
    lines: [{ name: 'Animated photos', amount: 1598 }],
    successUrl: 'http://shop.test/payment/success',
    cancelUrl: 'http://shop.test/payment/cancel',
  });
  await checkout.pay(url ?? '');
  const paymentIntent = (await payments.getSession(session))?.paymentIntent ?? '';
  return { idempotencyKey: `refund-${id}`, refundId: id, bucketId: id, paymentIntent, amount: 500 };
}

const fails =
  (outcome: PaymentsError['outcome'], code?: string) =>
  (error: unknown): boolean =>
    error instanceof PaymentsError && error.outcome === outcome && (code === undefined || error.refusal?.code === code);

describe('a refund at Stripe', () => {
  test('is made once per key, and is found in the list by our id', async () => {
    const request = await refundRequest();
    const made = await payments.createRefund(request);
    assert.deepEqual([made.status, made.refundId, made.entries.length], ['succeeded', request.refundId, 1]);
    assert.equal((await payments.createRefund(request)).id, made.id);
    await checkout.refund(request.paymentIntent, 100);
    const listed = await payments.refundsOfPayment(request.paymentIntent);
    assert.deepEqual(
      listed.map(({ refundId, entries }) => [refundId, entries[0]?.amount]).toSorted(),
      [
        [request.refundId, 500],
        [null, 100],
      ].toSorted(),
    );
  });

  test('has the reason if it is refused; under a used key its outcome is unknown', async () => {
    const request = await refundRequest();
    await assert.rejects(payments.createRefund({ ...request, amount: 1599 }), fails('refused'));
    await assert.rejects(
      payments.createRefund({ ...request, paymentIntent: 'pi_none' }),
      fails('refused', 'resource_missing'),
    );
    await payments.createRefund(request);
    await assert.rejects(payments.createRefund({ ...request, amount: 600 }), fails('unknown'));
    const rest = { ...request, idempotencyKey: newId(), amount: 1098 };
    await payments.createRefund(rest);
    const more = { ...request, idempotencyKey: newId(), amount: 1 };
    await assert.rejects(payments.createRefund(more), fails('refused', 'charge_already_refunded'));
  });

  test('has an unknown outcome if the answer is of another request, an error or missing', async () => {
    const request = await refundRequest();
    const route = 'POST /v1/refunds';
    const answers: [object, PaymentsError['outcome']][] = [
      [{ status: 500, body: '{"error":{"type":"api_error"}}' }, 'unknown'],
      [{ status: 409, body: '{"error":{"type":"invalid_request_error","code":"idempotency_key_in_use"}}' }, 'busy'],
      [{ status: 429, body: '{"error":{"type":"invalid_request_error","code":"rate_limit"}}' }, 'unknown'],
      [{ status: 200, body: 'busy' }, 'unreadable'],
      [{ status: 200, body: '{"object":"refund","id":"re_1","amount":1,"currency":"usd"}' }, 'unreadable'],
    ];
    for (const [answer, outcome] of answers) {
      await checkout.control('POST', 'faults', { route, action: 'error', phase: 'after', times: 2, ...answer });
      await assert.rejects(payments.createRefund(request), fails(outcome), JSON.stringify(answer));
      await checkout.control('DELETE', 'faults');
    }
    assert.equal((await payments.refundsOfPayment(request.paymentIntent)).length, 1, 'the key made them one');
  });

  test('has one of three states, and a failed one says why', () => {
    const read = (status: string, more = {}) => {
      const refund = { object: 'refund', id: 're_1', amount: 5, currency: 'usd', status, ...more };
      const made = readProviderRefund(refund);
      return 'fault' in made ? made.fault : [made.status, made.failureCode, made.entries.map(({ kind }) => kind)];
    };
    assert.deepEqual(read('succeeded'), ['succeeded', null, ['refund']]);
    for (const status of ['pending', 'requires_action', 'of_tomorrow'])
      assert.deepEqual(read(status), ['pending', null, ['refund']]);
    const failed = ['failed', 'lost_or_stolen_card', ['refund', 'refund_failed']];
    assert.deepEqual(read('failed', { failure_reason: 'lost_or_stolen_card' }), failed);
    assert.deepEqual(read('canceled'), ['failed', 'canceled', ['refund', 'refund_failed']]);
  });
});
