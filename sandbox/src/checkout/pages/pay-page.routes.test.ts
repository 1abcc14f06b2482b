import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { goodCard, order, setUpCheckout, submitCard } from '../../../test/checkout-setup.ts';
import { eventOf } from '../../../test/shop.ts';

const { stripe, shop, sandbox } = await setUpCheckout();
const newSession = (change: object = {}) => stripe.checkout.sessions.create({ ...order(shop.url), ...change });

describe('the payment page', () => {
  test('shows the shop, the lines, the total and that nothing real is charged', async () => {
    const page = await (await fetch(String((await newSession()).url))).text();
    for (const text of [
      'Test checkout – no real card is charged',
      'Keepsake',
      'Further version',
      '2 × $3.00',
      '$15.98',
      'maria@example.com',
      '<label for="number">Card number</label>',
      '<label for="expiry">Expiry (MM/YY)</label>',
      '<label for="cvc">CVC</label>',
      '<label for="name">Name on card</label>',
      '<button type="submit">Pay</button>',
      `href="${shop.url}/payment/cancel?bucket=7"`,
    ]) {
      assert.ok(page.includes(text), `the page lacks: ${text}`);
    }
  });

  test('runs no script and lets its form lead to the shop alone', async () => {
    const response = await fetch(String((await newSession()).url));
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe-inline|script-src/);
    assert.ok(policy.includes(`form-action 'self' ${shop.url};`), policy);
    assert.doesNotMatch(await response.text(), /<script|<style| style=| on\w+=/);
  });

  test('shows whole forints', async () => {
    const line = { currency: 'huf', unit_amount: 1_599_000, product_data: { name: 'Két fénykép' } };
    const session = await newSession({ line_items: [{ quantity: 1, price_data: line }] });
    const page = await (await fetch(String(session.url))).text();
    assert.match(page, /HUF\s15,990</);
  });

  test('prints names from the shop as text', async () => {
    const line = { currency: 'usd', unit_amount: 500, product_data: { name: '<img src=x onerror=alert(1)>' } };
    const session = await newSession({ line_items: [{ quantity: 1, price_data: line }] });
    const page = await (await fetch(String(session.url))).text();
    assert.ok(page.includes('&lt;img src=x onerror=alert(1)&gt;'));
  });

  test('asks for an e-mail address when the shop gave none', async () => {
    const session = await newSession({ customer_email: undefined });
    assert.equal((await submitCard(session.url, goodCard)).status, 422);
    assert.equal((await submitCard(session.url, { ...goodCard, email: 'otto@example.com' })).status, 303);
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    assert.equal(paid.customer_details?.email, 'otto@example.com');
  });
});

describe('paying', () => {
  test('completes the session and leads back with its id', async () => {
    const session = await newSession();
    const response = await submitCard(session.url, goodCard);
    assert.equal(response.status, 303);
    assert.equal(response.headers.get('location'), `${shop.url}/payment/success?bucket=7&session_id=${session.id}`);
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] });
    assert.equal(paid.status, 'complete');
    assert.equal(paid.payment_status, 'paid');
    assert.equal(paid.url, null);
    assert.equal(paid.customer_details?.name, 'Maria Example');
    const intent = paid.payment_intent;
    assert.ok(intent !== null && typeof intent === 'object');
    assert.deepEqual([intent.amount_received, intent.status, intent.metadata], [1598, 'succeeded', { bucketId: '7' }]);
    assert.ok(intent.latest_charge !== null && typeof intent.latest_charge === 'object');
    assert.equal(intent.latest_charge.payment_method_details?.card?.last4, '4242');
  });

  test('notifies the shop before the browser is redirected', async () => {
    const session = await newSession();
    let answered = false;
    shop.answer = () => new Promise((answer) => setTimeout(() => answer(200), 150));
    const submitted = submitCard(session.url, goodCard).then(() => (answered = true));
    await submitted;
    shop.answer = () => 200;
    assert.equal(answered, true);
    const told = shop.hooks.map(eventOf).filter((event) => event.data.object['id'] === session.id);
    assert.deepEqual(
      told.map((event) => event.type),
      ['checkout.session.completed'],
    );
  });

  test('twice at once charges once and leads both back', async () => {
    const session = await newSession();
    const responses = await Promise.all([1, 2, 3].map(() => submitCard(session.url, goodCard)));
    assert.deepEqual(
      responses.map((response) => response.status),
      [303, 303, 303],
    );
    const told = shop.hooks.map(eventOf).filter((event) => event.data.object['id'] === session.id);
    assert.equal(told.length, 1);
    assert.equal(
      (await stripe.checkout.sessions.list({ payment_intent: String(told[0]?.data.object['payment_intent']) })).data
        .length,
      1,
    );
  });

  test('is no longer possible once the session has expired', async () => {
    const session = await newSession();
    await stripe.checkout.sessions.expire(session.id);
    for (const response of [await submitCard(session.url, goodCard), await fetch(String(session.url))]) {
      assert.equal(response.status, 410);
      const page = await response.text();
      assert.match(page, /This checkout is closed/);
      assert.match(page, /Back to Keepsake/);
    }
    assert.equal((await stripe.checkout.sessions.retrieve(session.id)).payment_status, 'unpaid');
  });

  test('a page that was paid says so and leads back', async () => {
    const session = await newSession();
    await submitCard(session.url, goodCard);
    const page = await (await fetch(String(session.url))).text();
    assert.match(page, /This order is already paid/);
    assert.ok(page.includes(`session_id=${session.id}`));
  });

  test('an address that never was a checkout says so', async () => {
    const response = await fetch(`${sandbox.url}/c/pay/cs_test_nothing`);
    assert.equal(response.status, 404);
    assert.match(await response.text(), /There is no such checkout/);
  });
});

describe('a card that does not pay', () => {
  const refusals: [string, Record<string, string>, number, RegExp][] = [
    ['is declined', { number: '4000 0000 0000 0002' }, 402, /Your card was declined\./],
    ['has no funds', { number: '4000000000009995' }, 402, /Your card has insufficient funds\./],
    ['has expired', { number: '4000 0000 0000 0069' }, 402, /Your card has expired\./],
    ['has another security code', { number: '4000-0000-0000-0127' }, 402, /security code is incorrect\./],
    ['is no test card', { number: '5555 5555 5555 4444' }, 402, /Please use one of the test cards/],
    ['has a wrong digit', { number: '4242 4242 4242 4241' }, 422, /Your card number is invalid\./],
    ['has letters', { number: '4242 4242 4242 424x' }, 422, /Your card number is invalid\./],
    ['has no number', { number: '' }, 422, /Enter your card number\./],
    ['ran out last year', { expiry: '12/20' }, 422, /expiry date is in the past\./],
    ['ends in a month that does not exist', { expiry: '13/49' }, 422, /Enter the expiry date like this/],
    ['has a short security code', { cvc: '12' }, 422, /Enter the three digits/],
    ['has no name', { name: ' ' }, 422, /Enter the name on the card\./],
  ];
  for (const [what, change, status, text] of refusals) {
    test(`because it ${what} leaves the session open, with what was typed`, async () => {
      const session = await newSession();
      const eventsBefore = shop.hooks.length;
      const typed = { ...goodCard, ...change, cvc: change['cvc'] ?? '987' };
      const response = await submitCard(session.url, typed);
      assert.equal(response.status, status);
      const page = await response.text();
      assert.match(page.replaceAll('&#39;', "'"), text);
      assert.match(page, /role="alert" tabindex="-1" autofocus/);
      assert.match(page, /<title>Error: /);
      for (const kept of [typed.number, typed.expiry, typed.name]) assert.ok(page.includes(`value="${kept}"`), kept);
      assert.ok(!page.includes('987') && !page.includes('value="12"'), 'the security code is in the page');
      assert.equal((await stripe.checkout.sessions.retrieve(session.id)).status, 'open');
      assert.equal(shop.hooks.length, eventsBefore);
      assert.equal((await submitCard(session.url, goodCard)).status, 303);
    });
  }
});

test('the start page lists checkouts only if it is reached on this machine', async () => {
  const session = await newSession();
  assert.ok((await (await fetch(sandbox.url)).text()).includes(session.id));
  const open = await setUpCheckout({ publicUrl: 'https://checkout.example.com' });
  const made = await open.stripe.checkout.sessions.create(order(open.shop.url));
  assert.equal(made.url, `https://checkout.example.com/c/pay/${made.id}`);
  const page = await (await fetch(`http://127.0.0.1:${open.sandbox.port}/`)).text();
  assert.match(page, /Checkout sandbox/);
  assert.ok(!page.includes(made.id));
});
