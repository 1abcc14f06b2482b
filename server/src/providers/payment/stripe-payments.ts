import { Stripe } from 'stripe';
import { ConfigError } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { Log } from '../../platform/log.ts';
import { PaymentsError, type CheckoutRequest, type CheckoutSession, type Payments } from './payments.ts';
import { createStripeBooks } from './stripe-books.ts';
import { callStripe, quick, unlessMissing } from './stripe-errors.ts';
import { readStripeEvent } from './stripe-event.ts';
import { createStripeRefunds } from './stripe-refund.ts';
import { isPaymentPage, readDelay, readSession } from './stripe-session.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** The address of a stand-in for Stripe's API: in tests, a proxy, the sandbox. */
  apiBase?: string | undefined;
  /** Offers only cards, which are charged at once; otherwise every payment method of the account. */
  cardsOnly: boolean;
  log: Log;
}

/** Stripe's hosted Checkout. */
export function createStripePayments(options: StripeOptions): Payments {
  const { apiBase, log } = options;
  const stripe = new Stripe(options.secretKey, {
    ...(apiBase !== undefined && address(apiBase)),
    timeout: 20_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const { sessions } = stripe.checkout;

  async function getSession(id: string): Promise<CheckoutSession | undefined> {
    const session = await callStripe(async () => fitting(await sessions.retrieve(id, {}, quick))).catch(unlessMissing);
    if (session?.status !== 'complete' || session.paymentStatus !== 'unpaid' || session.paymentIntent === null)
      return session;
    return { ...session, delayed: await delayOf(session.paymentIntent) };
  }

  /** Looks up the payment: a session looks the same whether its payment has failed or is pending. */
  async function delayOf(paymentIntent: string): Promise<CheckoutSession['delayed']> {
    const intent = await callStripe(async () => stripe.paymentIntents.retrieve(paymentIntent, {}, quick)).catch(
      unlessMissing,
    );
    return readDelay(intent);
  }

  async function expireSession(id: string): Promise<CheckoutSession | undefined> {
    try {
      return await callStripe(async () => fitting(await sessions.expire(id, {}, quick)));
    } catch (error) {
      // Only open sessions can be expired, so the session's present state is the answer.
      if (error instanceof PaymentsError && error.outcome === 'refused') return getSession(id);
      throw error;
    }
  }

  return {
    name: 'stripe',
    ...createStripeBooks(stripe),
    ...createStripeRefunds(stripe),
    getSession,
    expireSession,
    async createSession(request) {
      const session = await callStripe(async () =>
        fitting(
          await sessions.create(sessionParams(request, options.cardsOnly), { idempotencyKey: request.idempotencyKey }),
        ),
      );
      const fault = faultOf(session, request, apiBase === undefined);
      if (fault === undefined) return session;
      const afterwards = await expireSession(session.id).catch((error: Error) => error.message);
      log.error({ sessionId: session.id, fault, afterwards }, 'new payment session differs from the request');
      throw new PaymentsError('refused', `Session ${session.id} ${fault}`);
    },
    readEvent(rawBody, signature) {
      const event = readStripeEvent(verified(stripe, rawBody, signature, options.webhookSecret));
      if (!event) throw new AppError('malformed_request', { text: 'The body is signed, but it is not an event.' });
      return event;
    },
  };
}

function address(apiBase: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port, pathname } = new URL(apiBase);
  if (pathname !== '/') {
    throw new ConfigError('Setting STRIPE_API_BASE cannot be used: an address without a path is expected.');
  }
  const secure = protocol === 'https:';
  return {
    protocol: secure ? 'https' : 'http',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (secure ? '443' : '80'),
  };
}

/** @see https://docs.stripe.com/api/checkout/sessions/create */
function sessionParams(request: CheckoutRequest, cardsOnly: boolean): Stripe.Checkout.SessionCreateParams {
  const { bucketId, checkoutId, invoiceId } = request;
  const metadata = { bucketId, checkoutId, invoiceId };
  return {
    mode: 'payment',
    line_items: request.lines.map(({ amount, ...line }) => ({
      quantity: 1,
      price_data: { currency: request.currency.toLowerCase(), unit_amount: amount, product_data: line },
    })),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    client_reference_id: bucketId,
    // Stripe refuses the whole session if it rejects the e-mail address; without it the customer types one on the page.
    ...(/^[\w.+-]+@[a-z\d.-]+\.[a-z]+$/i.test(request.email) && { customer_email: request.email }),
    locale: request.language,
    metadata,
    // Stripe does not copy a session's metadata to the charge, its refunds and disputes.
    payment_intent_data: { metadata },
    // With adaptive pricing the customer could be charged in a currency that we did not request.
    adaptive_pricing: { enabled: false },
    ...(cardsOnly && { allowed_payment_method_types: ['card' as const] }),
    submit_type: 'pay',
  };
}

/** Why a new session must not be used; undefined if it may. */
function faultOf(session: CheckoutSession, request: CheckoutRequest, real: boolean): string | undefined {
  if (session.amount !== request.amount || session.currency !== request.currency) {
    return `charges ${session.amount} ${session.currency} instead of ${request.amount} ${request.currency}`;
  }
  if (session.checkoutId !== request.checkoutId) return `belongs to checkout ${session.checkoutId}`;
  if (session.status === 'open' && !isPaymentPage(session.url, real)) return 'leads to an address we do not trust';
  return undefined;
}

/** Checks the status, because Stripe's library returns any JSON as a success. @throws PaymentsError unreadable */
function fitting(value: unknown): CheckoutSession {
  const status = (value as Partial<Stripe.Response<object>>).lastResponse?.statusCode ?? 200;
  const session = readSession(value);
  const fault = status >= 300 ? `status ${status}` : 'fault' in session ? session.fault : undefined;
  if (fault !== undefined || 'fault' in session)
    throw new PaymentsError('unreadable', `Stripe answered with something that is not a checkout session (${fault})`);
  return session;
}

/** Parses the event of a body whose signature is valid and at most five minutes old, by the machine's real clock. */
function verified(stripe: Stripe, rawBody: Buffer, signature: string | undefined, secret: string): unknown {
  try {
    return stripe.webhooks.constructEvent(rawBody, signature ?? '', secret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new AppError('webhook_signature_invalid', { cause: error });
    }
    throw new AppError('malformed_request', { cause: error });
  }
}
