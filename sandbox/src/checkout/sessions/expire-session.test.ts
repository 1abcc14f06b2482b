import assert from 'node:assert/strict';
import { test } from 'vitest';
import { goodCard, order, setUpCheckout, submitCard } from '../../../test/checkout-setup.ts';
import { eventually } from '../../../test/eventually.ts';
import { eventOf } from '../../../test/shop.ts';

test('a session expires on time, sends an event and cannot be paid', async () => {
  const clock = { ahead: 0 };
  const { stripe, shop } = await setUpCheckout({ now: () => Date.now() + clock.ahead });
  const session = await stripe.checkout.sessions.create({
    ...order(shop.url),
    expires_at: Math.floor(Date.now() / 1000) + 31 * 60,
  });
  const another = await stripe.checkout.sessions.create(order(shop.url));

  clock.ahead = 32 * 60 * 1000;
  assert.equal((await submitCard(session.url, goodCard)).status, 410);
  await eventually(() => {
    const told = shop.hooks.map(eventOf).map((event) => [event.type, event.data.object['id']]);
    assert.deepEqual(told, [['checkout.session.expired', session.id]]);
  });
  assert.equal((await stripe.checkout.sessions.retrieve(another.id)).status, 'open');

  clock.ahead = 25 * 3600 * 1000;
  await eventually(async () => {
    assert.equal((await stripe.checkout.sessions.retrieve(another.id)).status, 'expired');
  });
  await eventually(() => assert.equal(shop.hooks.length, 2));
});
