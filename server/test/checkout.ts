import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCheckoutSandbox } from '@keepsake/sandbox/checkout/checkout-sandbox';
import { createLog } from '../src/platform/log.ts';
import { afterFile } from './after-file.ts';

export const secretKey = 'sk_test_of_the_sandbox';
export const webhookSecret = 'whsec_of_the_sandbox';

/** A session as the checkout tells it, as far as tests look at it. */
export interface ToldSession {
  id: string;
  status: string;
  payment_status: string;
  amount_total: number;
  currency: string;
  url: string | null;
  metadata: Record<string, string>;
  [name: string]: unknown;
}

export interface TestCheckout {
  url: string;
  /** What the server needs to pay there. */
  settings: Record<string, string>;
  /** Types in a good card on a payment page and pays; the status is 303 where that led back to the shop. */
  pay(pageUrl: string): Promise<Response>;
  /** Pays by bank debit, where that is offered; its money takes an hour, or until the test settles it. */
  debit(pageUrl: string): Promise<Response>;
  /** Lets the bank say its word about a debit. */
  settle(sessionId: string, outcome: 'succeed' | 'fail'): Promise<void>;
  /** Refunds a payment in part or in full. @returns the refund's id */
  refund(paymentIntent: string, amount?: number): Promise<string>;
  /** Every session there is, newest first. */
  sessions(): Promise<ToldSession[]>;
  expire(sessionId: string): Promise<void>;
  /** Test controls: `webhooks/hold`, `webhooks/release`, `faults` … */
  control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Record<string, unknown>>;
}

/** The checkout sandbox on a port of its own, for one test file; `shopUrl` tells where its events go. */
export async function startTestCheckout(shopUrl: () => string): Promise<TestCheckout> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-checkout-'));
  const sandbox = await startCheckoutSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    secretKey,
    webhookSecret,
    webhookUrl: () => `${shopUrl()}/api/payment/webhook`,
    log: createLog(process.env['TEST_LOG'] ?? 'silent', 'checkout'),
    productName: 'Keepsake',
  });
  afterFile(async () => {
    await sandbox.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const { url } = sandbox;
  const card = {
    number: '4242 4242 4242 4242',
    expiry: '12/49',
    cvc: '123',
    name: 'Ada Kovács',
    email: 'a@example.com',
  };
  return {
    url,
    settings: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: url },
    pay: (pageUrl) => fetch(pageUrl, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' }),
    async debit(pageUrl) {
      await ask(url, 'POST', '/sandbox/debits', { seconds: 3600 });
      const form = { method: 'debit', outcome: 'succeed', email: card.email };
      return fetch(pageUrl, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    },
    settle: async (id, outcome) => void (await ask(url, 'POST', `/sandbox/sessions/${id}/settle`, { outcome })),
    async refund(paymentIntent, amount) {
      const response = await fetch(`${url}/v1/refunds`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams({ payment_intent: paymentIntent, ...(amount && { amount: String(amount) }) }),
      });
      if (!response.ok) throw new Error(await response.text());
      return ((await response.json()) as { id: string }).id;
    },
    sessions: async () => ((await ask(url, 'GET', '/v1/checkout/sessions?limit=100')) as { data: ToldSession[] }).data,
    expire: async (id) => void (await ask(url, 'POST', `/v1/checkout/sessions/${id}/expire`)),
    control: (method, path, body) => ask(url, method, `/sandbox/${path}`, method === 'POST' ? (body ?? {}) : undefined),
  };
}

async function ask(url: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${secretKey}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** The signature header of a payload, made by hand as the protocol describes it; `at` in seconds. */
export function sign(payload: string, secret = webhookSecret, at = Math.floor(Date.now() / 1000)): string {
  const hash = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return `t=${at},v1=${hash}`;
}
