import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { Stripe } from 'stripe';
import { startCheckoutSandbox, type CheckoutSandboxOptions } from '../src/checkout/checkout-sandbox.ts';
import { quietLog } from './quiet-log.ts';
import { startShop } from './shop.ts';

export const secretKey = 'sk_test_sandbox_key';
export const webhookSecret = 'whsec_sandbox_secret';

/** A shop, a checkout sandbox in a folder of its own and Stripe's client for it; all end with the test file. */
export async function setUpCheckout(options: Partial<CheckoutSandboxOptions> = {}) {
  const shop = await startShop();
  const dataDir = await mkdtemp(join(tmpdir(), 'checkout-'));
  const start = () =>
    startCheckoutSandbox({
      host: '127.0.0.1',
      port: 0,
      dataDir,
      secretKey,
      webhookSecret,
      webhookUrl: `${shop.url}/webhook`,
      log: quietLog,
      productName: 'Keepsake',
      ...options,
    });
  const setup = { shop, dataDir, sandbox: await start(), stripe: undefined as unknown as Stripe, restart };
  setup.stripe = clientFor(setup.sandbox.port);
  async function restart() {
    await setup.sandbox.stop();
    setup.sandbox = await start();
    setup.stripe = clientFor(setup.sandbox.port);
  }
  afterAll(async () => {
    await setup.sandbox.stop();
    await shop.app.close();
    await rm(dataDir, { recursive: true });
  });
  return setup;
}

export function clientFor(port: number, key = secretKey): Stripe {
  return new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
}

/** Parameters of an ordinary order: 15.98 dollars on two lines. */
export function order(shopUrl: string): Stripe.Checkout.SessionCreateParams & { line_items: object[] } {
  return {
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 998, product_data: { name: 'Two photos' } } },
      { quantity: 2, price_data: { currency: 'usd', unit_amount: 300, product_data: { name: 'Further version' } } },
    ],
    success_url: `${shopUrl}/payment/success?bucket=7&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shopUrl}/payment/cancel?bucket=7`,
    client_reference_id: 'bucket-7',
    customer_email: 'maria@example.com',
    metadata: { bucketId: '7' },
    payment_intent_data: { metadata: { bucketId: '7' } },
  };
}

export const goodCard = { number: '4242 4242 4242 4242', expiry: '12/49', cvc: '123', name: 'Maria Example' };

/** Sends the form of a payment page, as a browser would, without following where it leads. */
export function submitCard(pageUrl: string | null, card: Record<string, string>): Promise<Response> {
  return fetch(String(pageUrl), { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
}

/** Calls a test control of the sandbox. */
export async function control(url: string, method: string, path: string, body?: object) {
  const response = await fetch(`${url}/sandbox${path}`, {
    method,
    headers: { authorization: `Bearer ${secretKey}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
