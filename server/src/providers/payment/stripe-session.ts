import { plainString } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';
import type { CheckoutSession, ReportedEntry } from './payments.ts';

/** An id, or the expanded object. */
export const reference = z.union([plainString(), z.object({ id: plainString() })]);
export const metadata = z.nullish(z.record(plainString(), plainString()));

const stripeSession = z.object({
  object: z.literal('checkout.session'),
  id: plainString().check(z.minLength(1), z.maxLength(255)),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.nullable(z.int()),
  currency: z.nullable(plainString()),
  url: z.nullish(plainString()),
  payment_intent: z.nullish(reference),
  metadata,
});

/** The fields of Stripe's session that we use, or how it differs from its API's description. */
export function readSession(value: unknown): CheckoutSession | { fault: string } {
  const parsed = stripeSession.safeParse(value);
  if (!parsed.success) return { fault: faultOf(parsed.error) };
  const session = parsed.data;
  return {
    id: session.id,
    status: session.status,
    paymentStatus: session.payment_status,
    amount: session.amount_total,
    currency: session.currency?.toUpperCase() ?? null,
    url: session.url ?? null,
    paymentIntent: idOf(session.payment_intent),
    delayed: null,
    bucketId: ownIdIn(session.metadata, 'bucketId'),
    checkoutId: ownIdIn(session.metadata, 'checkoutId'),
  };
}

const stripeIntent = z.object({ object: z.literal('payment_intent'), status: plainString() });

/** Whether a delayed payment is still pending: https://docs.stripe.com/payments/paymentintents/lifecycle */
export function readDelay(intent: unknown): CheckoutSession['delayed'] {
  const parsed = stripeIntent.safeParse(intent);
  if (!parsed.success) return null;
  if (['requires_payment_method', 'canceled'].includes(parsed.data.status)) return 'failed';
  return parsed.data.status === 'processing' ? 'under_way' : null;
}

/** Names the invalid field and the problem, never the value. */
export function faultOf(error: z.core.$ZodError): string {
  const [first] = error.issues;
  return `${first?.path.map(String).join('.') || 'the whole'}: ${first?.message ?? 'another form'}`.slice(0, 200);
}

export function idOf(value: z.output<typeof reference> | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null);
}

/** Our id in the metadata, if it is a UUID: the account may serve other shops too. */
export function ownIdIn(
  values: z.output<typeof metadata>,
  name: 'bucketId' | 'checkoutId' | 'refundId',
): string | null {
  const id = z.uuid().safeParse(values?.[name]);
  return id.success ? id.data : null;
}

/** Whether a browser may be redirected to this address: one of Stripe's pages, or any page if a stand-in is configured. */
export function isPaymentPage(url: string | null, real: boolean): boolean {
  if (url === null || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  if (!real) return protocol === 'https:' || protocol === 'http:';
  return protocol === 'https:' && (hostname === 'stripe.com' || hostname.endsWith('.stripe.com'));
}

type Moved = {
  currency: string;
  payment_intent?: z.output<typeof reference> | null | undefined;
  metadata?: z.output<typeof metadata>;
  reason?: string | null | undefined;
};

/** The fields that charges, refunds and disputes have in common. */
export function moneyOf(from: Moved): Pick<ReportedEntry, 'currency' | 'paymentIntent' | 'checkoutId' | 'reason'> {
  return {
    currency: from.currency.toUpperCase(),
    paymentIntent: idOf(from.payment_intent),
    checkoutId: ownIdIn(from.metadata, 'checkoutId'),
    reason: from.reason?.slice(0, 200) || null,
  };
}
