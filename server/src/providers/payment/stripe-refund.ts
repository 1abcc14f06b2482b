import { plainString } from '@keepsake/contract/primitives';
import { Stripe } from 'stripe';
import * as z from 'zod/mini';
import { PaymentsError, type ReportedEntry, type Payments, type ProviderRefund } from './payments.ts';
import { callStripe, quick } from './stripe-errors.ts';
import { faultOf, idOf, metadata, moneyOf, ownIdIn, reference } from './stripe-session.ts';

const words = z.nullish(plainString());

const stripeRefund = z.object({
  object: z.literal('refund'),
  id: plainString().check(z.minLength(1), z.maxLength(255)),
  amount: z.int().check(z.minimum(0)),
  currency: plainString(),
  payment_intent: z.nullish(reference),
  metadata,
  status: words,
  reason: words,
  failure_reason: words,
});

/** The fields of Stripe's refund that we use, or how it differs from https://docs.stripe.com/api/refunds/object */
export function readProviderRefund(value: unknown): ProviderRefund | { fault: string } {
  const parsed = stripeRefund.safeParse(value);
  if (!parsed.success) return { fault: faultOf(parsed.error) };
  const refund = parsed.data;
  const made: ReportedEntry = { ...moneyOf(refund), kind: 'refund', providerRef: refund.id, amount: refund.amount };
  const failed = refund.status === 'failed' || refund.status === 'canceled';
  const failureCode = failed ? (refund.failure_reason ?? refund.status ?? null) : null;
  return {
    id: refund.id,
    paymentIntent: idOf(refund.payment_intent),
    status: failed ? 'failed' : refund.status === 'succeeded' ? 'succeeded' : 'pending',
    failureCode,
    refundId: ownIdIn(refund.metadata, 'refundId'),
    entries: failed ? [made, { ...made, kind: 'refund_failed', reason: failureCode }] : [made],
  };
}

/** Makes refunds, and lists those of one payment. */
export function createStripeRefunds(stripe: Stripe): Pick<Payments, 'createRefund' | 'refundsOfPayment'> {
  return {
    async createRefund({ idempotencyKey, refundId, bucketId, paymentIntent, amount }) {
      const params = { payment_intent: paymentIntent, amount, metadata: { refundId, bucketId } };
      const made = await callStripe(async () =>
        fitting(await stripe.refunds.create(params, { ...quick, idempotencyKey })),
      ).catch(asUnknown);
      if (made.refundId !== refundId || made.entries[0]?.amount !== amount)
        throw new PaymentsError('unreadable', `Stripe answered with another refund (${made.id})`);
      return made;
    },
    async refundsOfPayment(paymentIntent) {
      const refunds: ProviderRefund[] = [];
      let after = {};
      while (true) {
        const page = await callStripe(async () =>
          listed(await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100, ...after }, quick)),
        );
        refunds.push(...page.data.map(fitting));
        const last = refunds.at(-1);
        if (!page.has_more || !last) return refunds;
        after = { starting_after: last.id };
      }
    },
  };
}

/** The key was used with other parameters: what became of that request is not in the answer. */
function asUnknown(error: unknown): never {
  if (error instanceof PaymentsError && error.cause instanceof Stripe.errors.StripeIdempotencyError)
    throw new PaymentsError('unknown', error.message, error.cause);
  throw error;
}

const refundList = z.object({ object: z.literal('list'), data: z.array(z.unknown()), has_more: z.boolean() });

/** @throws PaymentsError unreadable */
function listed(value: unknown): z.output<typeof refundList> {
  const list = refundList.safeParse(value);
  if (list.success) return list.data;
  throw new PaymentsError('unreadable', `Stripe answered with something that is not a list (${faultOf(list.error)})`);
}

/** Checks the status, because Stripe's library returns any JSON as a success. @throws PaymentsError unreadable */
function fitting(value: unknown): ProviderRefund {
  const status = (value as Partial<Stripe.Response<object>> | null)?.lastResponse?.statusCode ?? 200;
  const refund = readProviderRefund(value);
  const fault = status >= 300 ? `status ${status}` : 'fault' in refund ? refund.fault : undefined;
  if (fault !== undefined || 'fault' in refund)
    throw new PaymentsError('unreadable', `Stripe answered with something that is not a refund (${fault})`);
  return refund;
}
