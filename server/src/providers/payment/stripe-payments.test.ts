import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import { sign, startTestCheckout, webhookSecret } from '../../../test/checkout.ts';
import { createLog } from '../../platform/log.ts';
import { newId } from '../../platform/ids.ts';
import { PaymentsError, type CheckoutRequest } from './payments.ts';
import { createStripePayments } from './stripe-payments.ts';
import { isPaymentPage } from './stripe-session.ts';

const checkout = await startTestCheckout(() => 'http://127.0.0.1:9');
const log = createLog('silent', 'test');
const secretKey = checkout.settings['STRIPE_SECRET_KEY'] ?? '';
const options = { secretKey, webhookSecret, apiBase: checkout.url, cardsOnly: true, log };
const payments = createStripePayments(options);

function request(change: Partial<CheckoutRequest> = {}): CheckoutRequest {
  return {
    idempotencyKey: `checkout-${newId()}`,
    bucketId: newId(),
    checkoutId: newId(),
    invoiceId: newId(),
    email: 'ada@example.com',
    language: 'en',
    currency: 'USD',
    amount: 1598,
    lines: [
      { name: 'Animated photos (2)', amount: 998 },
      { name: 'Further films (3)', description: 'Less', amount: 600 },
    ],
    successUrl: 'http://shop.test/payment/success?bucket=1&session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://shop.test/payment/cancel?bucket=1',
    ...change,
  };
}

/** Replaces the next answer to a new session. */
async function nextAnswer(answer: {
  route?: string;
  status: number;
  body: unknown;
  times?: number;
  headers?: object;
}): Promise<void> {
  await checkout.control('POST', 'faults', {
    route: 'POST /v1/checkout/sessions',
    action: 'error',
    phase: 'after',
    times: 1,
    ...answer,
    body: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body),
  });
}

const fails = (outcome: PaymentsError['outcome']) => (error: unknown) =>
  error instanceof PaymentsError && error.outcome === outcome;

afterEach(() => checkout.control('DELETE', 'faults'));

describe('a new session', () => {
  test('requests exactly the amount on a hosted page, with our ids in the metadata of session and payment', async () => {
    const asked = request();
    const session = await payments.createSession(asked);
    assert.deepEqual([session.status, session.paymentStatus, session.amount], ['open', 'unpaid', 1598]);
    assert.deepEqual(
      [session.currency, session.bucketId, session.checkoutId],
      ['USD', asked.bucketId, asked.checkoutId],
    );
    const page = await (await fetch(session.url ?? '')).text();
    assert.ok(page.includes('$15.98') && page.includes('Further films (3)'));
    const paid = await checkout.pay(session.url ?? '');
    assert.equal(paid.headers.get('location'), `http://shop.test/payment/success?bucket=1&session_id=${session.id}`);
    const now = await payments.getSession(session.id);
    assert.deepEqual([now?.status, now?.paymentStatus, now?.url], ['complete', 'paid', null]);
    assert.match(now?.paymentIntent ?? '', /^pi_/);
  });

  test('in forints is charged in hundredths', async () => {
    const lines = [{ name: 'Megelevenített fényképek (1)', amount: 199_000 }];
    const session = await payments.createSession(request({ currency: 'HUF', amount: 199_000, lines, language: 'hu' }));
    assert.deepEqual([session.amount, session.currency], [199_000, 'HUF']);
    assert.match(await (await fetch(session.url ?? '')).text(), /HUF\s1,990</);
  });

  test('requested again under its key is the same session', async () => {
    const asked = request();
    const first = await payments.createSession(asked);
    assert.equal((await payments.createSession(asked)).id, first.id);
    const before = (await checkout.sessions()).length;
    await assert.rejects(payments.createSession({ ...asked, email: 'other@example.com' }), fails('refused'));
    assert.equal((await checkout.sessions()).length, before);
  });

  test('is created without an e-mail address that Stripe refuses', async () => {
    const session = await payments.createSession(request({ email: 'jürgen@exämple.de' }));
    assert.equal(session.status, 'open');
  });
});

describe('a failed request', () => {
  test('has an unknown outcome; repeating it finds the session', async () => {
    const asked = request();
    await nextAnswer({ status: 500, body: { error: { type: 'api_error', message: 'down' } }, times: 2 });
    await assert.rejects(payments.createSession(asked), fails('unknown'));
    await nextAnswer({ status: 200, body: '<html>welcome</html>' });
    await assert.rejects(payments.createSession(asked), fails('unreadable'));
    const session = await payments.createSession(asked);
    const made = (await checkout.sessions()).filter(({ metadata }) => metadata['checkoutId'] === asked.checkoutId);
    assert.deepEqual(
      made.map(({ id }) => id),
      [session.id],
    );
  });

  test('with a successful status and an unknown body is unreadable', async () => {
    for (const body of [{ oops: 1 }, { object: 'checkout.session', id: 'cs_1', url: 'https://x.test' }, [], 'null']) {
      await nextAnswer({ status: 200, body });
      await assert.rejects(payments.createSession(request()), fails('unreadable'), JSON.stringify(body));
    }
  });

  test('with a failure status and no error in its body is unreadable, although Stripe’s library returns it as a success', async () => {
    const asked = request();
    for (const body of [{ oops: 1 }, { object: 'checkout.session', id: 'cs_1', status: 'open' }]) {
      await nextAnswer({ status: 500, body, times: 2 });
      await assert.rejects(payments.createSession(asked), fails('unreadable'));
      await checkout.control('DELETE', 'faults');
    }
    const session = await payments.createSession(asked);
    const whole = { ...(await checkout.sessions()).find(({ id }) => id === session.id), status: 'complete' };
    for (const body of [{ oops: 1 }, { ...whole, payment_status: 'paid' }]) {
      await nextAnswer({ route: 'GET /v1/checkout/sessions/:id', status: 500, body });
      await assert.rejects(payments.getSession(session.id), fails('unreadable'));
    }
    assert.equal((await payments.getSession(session.id))?.status, 'open');
  });

  test('with a wrong key or invalid parameters is refused', async () => {
    const stranger = createStripePayments({ ...options, secretKey: 'sk_test_of_another_account' });
    await assert.rejects(stranger.createSession(request()), fails('refused'));
    await assert.rejects(payments.createSession(request({ cancelUrl: 'nowhere' })), fails('refused'));
  });

  test('without an answer has an unknown outcome', async () => {
    const nobody = createStripePayments({ ...options, apiBase: 'http://127.0.0.1:9' });
    await assert.rejects(nobody.createSession(request()), fails('unknown'));
  });
});

describe('a session that differs from the request', () => {
  const told = (asked: CheckoutRequest, change: object) => ({
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: asked.amount,
    currency: 'usd',
    url: 'https://checkout.example/pay',
    payment_intent: null,
    metadata: { bucketId: asked.bucketId, checkoutId: asked.checkoutId },
    ...change,
  });

  for (const [what, change] of [
    ['of another amount', { amount_total: 1597 }],
    ['in another currency', { currency: 'eur' }],
    ['of another checkout', { metadata: { checkoutId: newId() } }],
    ['on a page that is a script', { url: 'javascript:alert(1)' }],
    ['without a page', { url: null }],
  ] as const) {
    test(`${what} is closed and refused`, async () => {
      const real = await payments.createSession(request());
      const asked = request();
      await nextAnswer({ status: 200, body: told(asked, { id: real.id, ...change }) });
      await assert.rejects(payments.createSession(asked), fails('refused'));
      assert.equal((await payments.getSession(real.id))?.status, 'expired');
    });
  }
});

describe('closing a session', () => {
  test('ends it for good', async () => {
    const session = await payments.createSession(request());
    assert.equal((await payments.expireSession(session.id))?.status, 'expired');
    assert.equal((await payments.expireSession(session.id))?.status, 'expired');
    assert.equal((await checkout.pay(session.url ?? '')).status, 410);
  });

  test('of a paid session returns it as paid', async () => {
    const session = await payments.createSession(request());
    await checkout.pay(session.url ?? '');
    assert.equal((await payments.expireSession(session.id))?.paymentStatus, 'paid');
  });

  test('of an unknown session returns nothing', async () => {
    assert.equal(await payments.getSession('cs_test_nothing'), undefined);
    assert.equal(await payments.expireSession('cs_test_nothing'), undefined);
  });
});

describe('the provider’s own books', () => {
  const everything = { from: new Date(0), to: new Date(Date.now() + 60_000) };
  async function collect<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
    const all: T[] = [];
    for await (const page of pages) all.push(...page);
    return all;
  }
  async function paid(): Promise<{ sessionId: string; paymentIntent: string; checkoutId: string | null }> {
    const { id: sessionId, url, checkoutId } = await payments.createSession(request());
    await checkout.pay(url ?? '');
    const session = await payments.getSession(sessionId);
    return { sessionId, checkoutId, paymentIntent: session?.paymentIntent ?? '' };
  }

  test('list the sessions that ended since a moment, ours or not', async () => {
    const [paid, expired, open] = await Promise.all([1, 2, 3].map(() => payments.createSession(request())));
    await checkout.pay(paid?.url ?? '');
    await checkout.expire(expired?.id ?? '');
    const news = (await collect(payments.listSessionEvents(undefined))).slice(0, 2);
    assert.deepEqual(
      news.map(({ sessionId, isEnd }) => [sessionId, isEnd]),
      [
        [expired?.id, true],
        [paid?.id, false],
      ],
    );
    const [latest] = news;
    const since = async (ms: number) =>
      (await collect(payments.listSessionEvents(new Date((latest?.at.getTime() ?? 0) + ms)))).map(
        (one) => one.sessionId,
      );
    assert.ok((await since(0)).includes(expired?.id ?? ''));
    assert.deepEqual(await since(1000), []);
    assert.ok(!(await since(-60_000)).includes(open?.id ?? ''));
    await nextAnswer({
      route: 'GET /v1/events',
      status: 403,
      body: { error: { type: 'invalid_request_error', message: 'no' } },
    });
    await assert.rejects(collect(payments.listSessionEvents(undefined)), fails('refused'));
    await nextAnswer({ route: 'GET /v1/events', status: 200, body: { object: 'list', data: [{}], has_more: false } });
    await assert.rejects(collect(payments.listSessionEvents(undefined)), fails('unreadable'));
  });

  test('list every payment with its amount, and none of an unpaid session', async () => {
    const { sessionId, paymentIntent, checkoutId } = await paid();
    const open = await payments.createSession(request());
    const booked = await collect(payments.listPayments(everything));
    const found = booked.find((payment) => payment.paymentIntent === paymentIntent);
    assert.deepEqual(
      [found?.sessionId, found?.checkoutId, found?.amount, found?.currency],
      [sessionId, checkoutId, 1598, 'USD'],
    );
    assert.ok(Math.abs((found?.paidAt.getTime() ?? 0) - Date.now()) < 3_600_000);
    assert.ok(!booked.some((payment) => payment.sessionId === open.id));
    assert.deepEqual(await payments.getPayment(paymentIntent), found);
    assert.equal(await payments.getPayment('pi_of_nobody'), undefined);
    const earlier = { from: new Date(0), to: new Date(Date.now() - 86_400_000) };
    assert.deepEqual(await collect(payments.listPayments(earlier)), []);
  });

  test('list every refund, page by page, but failed ones', async () => {
    const { paymentIntent } = await paid();
    const made = [];
    for (let count = 0; count < 103; count += 1) made.push(await checkout.refund(paymentIntent, 1));
    const [failed = '', ...standing] = made;
    await checkout.control('POST', `refunds/${failed}/fail`);
    const booked = await collect(payments.listRefunds(everything));
    assert.deepEqual(
      booked
        .filter((refund) => refund.paymentIntent === paymentIntent)
        .map(({ id }) => id)
        .toSorted(),
      standing.toSorted(),
    );
    assert.deepEqual((await payments.getRefund(standing[0] ?? ''))?.amount, 1);
    assert.equal(await payments.getRefund(failed), undefined);
    assert.equal(await payments.getRefund('re_of_nobody'), undefined);
  });

  test('list every dispute with its outcome', async () => {
    const opened = [];
    for (const status of [null, 'won', 'lost']) {
      const { paymentIntent } = await paid();
      const { id } = await checkout.control('POST', `payments/${paymentIntent}/dispute`, { amount: 500 });
      if (status) await checkout.control('POST', `disputes/${String(id)}/close`, { status });
      const end = status === null ? null : `dispute_${status}`;
      opened.push({ id: String(id), amount: 500, currency: 'USD', paymentIntent, end });
    }
    const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
    assert.deepEqual((await collect(payments.listDisputes(everything))).toSorted(byId), opened.toSorted(byId));
    assert.deepEqual(await payments.getDispute(opened[1]?.id ?? ''), opened[1]);
    assert.equal(await payments.getDispute('du_of_nobody'), undefined);
    const route = 'GET /v1/disputes/:id';
    const inquiry = { object: 'dispute', id: 'du_1', amount: 1, currency: 'usd', payment_intent: { id: 'pi_1' } };
    for (const [status, end] of [
      ['warning_closed', 'dispute_closed'],
      ['appeal_under_review', null],
      ['a_word_of_tomorrow', null],
    ]) {
      await nextAnswer({ route, status: 200, body: { ...inquiry, status } });
      assert.equal((await payments.getDispute(opened[0]?.id ?? ''))?.end, end, String(status));
    }
  });

  test('that are unreadable or unreachable throw an error', async () => {
    for (const body of ['{}', '{"object":"list","data":[{"id":"cs_1"}],"has_more":false}']) {
      await nextAnswer({ route: 'GET /v1/checkout/sessions', status: 200, body });
      await assert.rejects(collect(payments.listPayments(everything)), fails('unreadable'), body);
    }
    await nextAnswer({ route: 'GET /v1/refunds', status: 500, body: '{"error":{"type":"api_error"}}', times: 4 });
    await assert.rejects(collect(payments.listRefunds(everything)), fails('unknown'));
  });
});

describe('an event', () => {
  const session = {
    object: 'checkout.session',
    id: 'cs_test_1',
    status: 'complete',
    payment_status: 'paid',
    amount_total: 998,
    currency: 'usd',
    metadata: { bucketId: newId(), checkoutId: 'not an id of ours' },
  };
  const event = { object: 'event', id: 'evt_1', type: 'checkout.session.completed', data: { object: session } };
  const body = JSON.stringify(event);
  const read = (payload: string, header: string | undefined) => payments.readEvent(Buffer.from(payload), header);
  const refused = { code: 'webhook_signature_invalid' };
  const seconds = () => Math.floor(Date.now() / 1000);

  test('is accepted with a valid signature', () => {
    const told = read(body, sign(body));
    assert.ok(told.about === 'session' && told.session);
    assert.deepEqual([told.id, told.type, told.sessionId], ['evt_1', 'checkout.session.completed', 'cs_test_1']);
    const { amount, currency, bucketId, checkoutId } = told.session;
    assert.deepEqual([amount, currency, bucketId, checkoutId], [998, 'USD', session.metadata.bucketId, null]);
  });

  test('is refused without a signature, with a wrong one, and with that of another body', () => {
    assert.throws(() => read(body, undefined), refused);
    assert.throws(() => read(body, ''), refused);
    assert.throws(() => read(body, sign(body, 'whsec_of_another')), refused);
    assert.throws(() => read(`${body} `, sign(body)), refused);
    assert.throws(() => read('', undefined), refused);
    assert.throws(() => read(body, sign(body).replace('v1=', 'v0=')), refused);
  });

  test('is refused when it is older than five minutes, by the real clock', () => {
    assert.throws(() => read(body, sign(body, webhookSecret, seconds() - 310)), refused);
    assert.equal(read(body, sign(body, webhookSecret, seconds() - 290)).id, 'evt_1');
  });

  test('of another type or shape never counts as a payment', () => {
    const told = (change: object) => {
      const strange = JSON.stringify({ ...event, ...change });
      return read(strange, sign(strange));
    };
    assert.equal(told({ type: 'invoice.paid' }).about, 'other');
    for (const data of [{ object: { object: 'charge', id: 'ch_1' } }, {}, null, { object: { ...session, id: 7 } }]) {
      assert.equal(told({ data }).about, 'unreadable');
    }
    const half = told({ data: { object: { ...session, amount_total: '998' } } });
    assert.ok(half.about === 'session' && half.session === null);
    assert.equal(half.sessionId, 'cs_test_1');
    assert.match(half.fault, /amount_total/);
    assert.throws(() => read('[]', sign('[]')), { code: 'malformed_request' });
    assert.throws(() => read('nonsense', sign('nonsense')), { code: 'malformed_request' });
  });
});

test('an API base with a path is refused at the start, naming the setting', () => {
  assert.throws(() => createStripePayments({ ...options, apiBase: 'http://127.0.0.1:1/stripe' }), /STRIPE_API_BASE/);
});

test('browsers are redirected only to Stripe’s own pages, unless a stand-in is configured', () => {
  assert.ok(isPaymentPage('https://checkout.stripe.com/c/pay/cs_1#x', true));
  for (const url of [
    'http://checkout.stripe.com/c/pay/cs_1',
    'https://checkout.stripe.com.evil.test/',
    'https://evilstripe.com/',
    'https://stripe.com@evil.test/',
    'javascript:alert(1)',
    'not an address',
    null,
  ]) {
    assert.equal(isPaymentPage(url, true), false, String(url));
  }
  assert.ok(isPaymentPage('http://127.0.0.1:4020/c/pay/cs_1', false));
  assert.equal(isPaymentPage('javascript:alert(1)', false), false);
});
