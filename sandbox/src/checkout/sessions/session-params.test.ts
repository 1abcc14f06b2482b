import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import type { Stripe } from 'stripe';
import { checkoutSchemaText, schemaFile } from '../../../scripts/checkout-schema.ts';
import { order, secretKey, setUpCheckout } from '../../../test/checkout-setup.ts';

const { stripe, shop, sandbox } = await setUpCheckout();

type Params = Stripe.Checkout.SessionCreateParams;
const refused = (change: object, expected: object) =>
  assert.rejects(stripe.checkout.sessions.create({ ...order(shop.url), ...change } as Params), expected);

const line = (price: object, item: object = {}) => ({
  line_items: [
    {
      quantity: 1,
      price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'A photo' }, ...price },
      ...item,
    },
  ],
});
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

test('the committed schema is what Stripe’s own types give', () => {
  const isCurrent = readFileSync(schemaFile, 'utf8') === checkoutSchemaText();
  assert.ok(isCurrent, 'The schema is out of date. Run: node sandbox/scripts/generate-checkout-schema.ts');
});

describe('a new session is refused', () => {
  test('with the parameter that this API version removed', () =>
    refused(
      { payment_method_types: ['card'] },
      {
        type: 'StripeInvalidRequestError',
        code: 'parameter_unknown',
        param: 'payment_method_types',
        message: 'Received unknown parameter: payment_method_types',
      },
    ));

  test('with an unknown parameter deep inside', () =>
    refused(line({ colour: 'red' }), {
      message: 'Received unknown parameter: line_items[0][price_data][colour]',
      param: 'line_items[0][price_data][colour]',
    }));

  test('without a success URL', () =>
    refused(
      { success_url: undefined },
      { code: 'parameter_missing', message: 'Missing required param: success_url.' },
    ));

  test('without a quantity', () =>
    refused(line({}, { quantity: undefined }), { message: 'Missing required param: line_items[0][quantity].' }));

  test('without lines', () => refused({ line_items: undefined }, { message: 'Missing required param: line_items.' }));

  test('with a fraction of a cent', () =>
    refused(line({ unit_amount: 12.5 }), {
      code: 'parameter_invalid_integer',
      message: 'Invalid integer: 12.5',
      param: 'line_items[0][price_data][unit_amount]',
    }));

  test('with a negative price', () => refused(line({ unit_amount: -500 }), { message: /^Invalid integer: -500/ }));

  test('with an unknown currency', () => refused(line({ currency: 'xyz' }), { message: /^Invalid currency: xyz/ }));

  test('with two currencies', () =>
    refused(
      { line_items: [...line({}).line_items, ...line({ currency: 'eur' }).line_items] },
      { message: /must have the same currency/ },
    ));

  test('in a mode or language that does not exist', async () => {
    await refused({ mode: 'gift' }, { message: 'Invalid mode: must be one of payment, setup, subscription' });
    await refused({ locale: 'xx' }, { message: /^Invalid locale: must be one of auto, bg, / });
  });

  test('with an invalid URL', async () => {
    await refused(
      { success_url: 'success' },
      { code: 'url_invalid', param: 'success_url', message: 'Not a valid URL' },
    );
    await refused({ cancel_url: 'javascript:alert(1)' }, { code: 'url_invalid', param: 'cancel_url' });
  });

  test('with an invalid e-mail address', () =>
    refused({ customer_email: 'maria' }, { code: 'email_invalid', param: 'customer_email' }));

  test('with an empty value', () =>
    refused({ client_reference_id: '' }, { code: 'parameter_invalid_empty', param: 'client_reference_id' }));

  test('when it would live too short or too long', async () => {
    await refused(
      { expires_at: secondsFromNow(29 * 60) },
      { message: 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.' },
    );
    await refused(
      { expires_at: secondsFromNow(25 * 3600) },
      { message: 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.' },
    );
  });

  test('with a parameter that this stand-in does not implement', async () => {
    await refused({ discounts: [{ coupon: 'ten-off' }] }, { code: 'sandbox_not_implemented', param: 'discounts' });
    await refused({ automatic_tax: { enabled: true } }, { code: 'sandbox_not_implemented', param: 'automatic_tax' });
    await refused({ mode: 'subscription' }, { code: 'sandbox_not_implemented', param: 'mode' });
    await refused({ customer: 'cus_1' }, { code: 'sandbox_not_implemented', param: 'customer' });
  });

  const minimums = {
    usd: [49, '$0.50 usd'],
    eur: [49, '€0.50 eur'],
    gbp: [29, '£0.30 gbp'],
    huf: [17_499, '175.00 Ft huf'],
  };
  for (const [currency, [amount, least]] of Object.entries(minimums)) {
    test(`below the least amount of ${currency}, and not one above`, async () => {
      await refused(line({ currency, unit_amount: amount }), {
        code: 'amount_too_small',
        message: `The Checkout Session's total amount due must add up to at least ${least}`,
      });
      const params = { ...order(shop.url), ...line({ currency, unit_amount: Number(amount) + 1 }) };
      assert.equal((await stripe.checkout.sessions.create(params)).amount_total, Number(amount) + 1);
    });
  }

  test('when it comes as JSON', async () => {
    const response = await fetch(`${sandbox.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: '{"mode":"payment"}',
    });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /check that your POST content type is application\/x-www-form-urlencoded/);
  });
});

test('a session keeps every setting that a shop of this kind sends', async () => {
  const session = await stripe.checkout.sessions.create({
    ...order(shop.url),
    locale: 'hu',
    expires_at: secondsFromNow(31 * 60),
    submit_type: 'pay',
    ui_mode: 'hosted_page',
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: ['card'],
    automatic_tax: { enabled: false },
  });
  assert.equal(session.locale, 'hu');
  assert.equal(session.submit_type, 'pay');
  assert.deepEqual(session.allowed_payment_method_types, ['card']);
  assert.deepEqual(session.adaptive_pricing, { enabled: false });
});
