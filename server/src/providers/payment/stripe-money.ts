import { plainString } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';
import type { MoneyFact } from './payments.ts';
import { faultOf, idOf, metadata, ownIdIn, reference } from './stripe-session.ts';

const id = plainString().check(z.minLength(1), z.maxLength(255));
const amount = z.int().check(z.minimum(0));
const words = z.nullish(plainString());

type Read = MoneyFact[] | { fault: string };

const stripeCharge = z.object({
  object: z.literal('charge'),
  id,
  amount_refunded: amount,
  currency: plainString(),
  payment_intent: z.nullish(reference),
  metadata,
});

/** A charge says how much of it is refunded in all, in part or in full: https://docs.stripe.com/api/charges/object */
export function readCharge(value: unknown): Read {
  const parsed = stripeCharge.safeParse(value);
  if (!parsed.success) return { fault: faultOf(parsed.error) };
  const { amount_refunded: total, ...charge } = parsed.data;
  return [{ ...shared(charge), kind: 'refund_total', providerRef: `${charge.id}:${total}`, amount: total }];
}

const stripeRefund = z.object({
  object: z.literal('refund'),
  id,
  amount,
  currency: plainString(),
  payment_intent: z.nullish(reference),
  metadata,
  status: words,
  reason: words,
  failure_reason: words,
});

/** https://docs.stripe.com/api/refunds/object */
export function readRefund(value: unknown): Read {
  const parsed = stripeRefund.safeParse(value);
  if (!parsed.success) return { fault: faultOf(parsed.error) };
  const refund = parsed.data;
  const made: MoneyFact = { ...shared(refund), kind: 'refund', providerRef: refund.id, amount: refund.amount };
  if (refund.status !== 'failed' && refund.status !== 'canceled') return [made];
  const reason = refund.failure_reason ?? refund.status;
  return [made, { ...made, kind: 'refund_failed', reason }];
}

const stripeDispute = z.object({
  object: z.literal('dispute'),
  id,
  amount,
  currency: plainString(),
  payment_intent: z.nullish(reference),
  metadata,
  status: plainString(),
  reason: words,
  evidence_details: z.nullish(z.object({ due_by: z.nullish(z.int().check(z.minimum(0), z.maximum(8_000_000_000))) })),
});

const outcomes = new Map<string, MoneyFact['kind']>(Object.entries({ won: 'dispute_won', lost: 'dispute_lost' }));
const movements = new Map<string, MoneyFact['kind']>(
  Object.entries({
    'charge.dispute.funds_withdrawn': 'dispute_withdrawn',
    'charge.dispute.funds_reinstated': 'dispute_reinstated',
  }),
);

/** Whatever an event says of a dispute, it says that there is one: https://docs.stripe.com/api/disputes/object */
export function readDispute(value: unknown, type: string): Read {
  const parsed = stripeDispute.safeParse(value);
  if (!parsed.success) return { fault: faultOf(parsed.error) };
  const { status, evidence_details: evidence, ...dispute } = parsed.data;
  const due = evidence?.due_by
    ? `to be answered by ${new Date(evidence.due_by * 1000).toISOString().slice(0, 10)}`
    : null;
  const reason = [dispute.reason, due].filter(Boolean).join(', ');
  const opened: MoneyFact = {
    ...shared({ ...dispute, reason }),
    kind: 'dispute',
    providerRef: dispute.id,
    amount: dispute.amount,
  };
  const movement = movements.get(type);
  const closed = type === 'charge.dispute.closed';
  return [
    opened,
    ...(movement ? [{ ...opened, kind: movement }] : []),
    ...(closed || outcomes.get(status)
      ? [{ ...opened, kind: outcomes.get(status) ?? ('dispute_closed' as const), reason: status }]
      : []),
  ];
}

type Shared = {
  currency: string;
  payment_intent?: z.output<typeof reference> | null | undefined;
  metadata?: z.output<typeof metadata>;
  reason?: string | null | undefined;
};

function shared(from: Shared): Pick<MoneyFact, 'currency' | 'paymentIntent' | 'checkoutId' | 'reason'> {
  return {
    currency: from.currency.toUpperCase(),
    paymentIntent: idOf(from.payment_intent),
    checkoutId: ownIdIn(from.metadata, 'checkoutId'),
    reason: from.reason?.slice(0, 200) || null,
  };
}
