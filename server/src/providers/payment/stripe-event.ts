import { plainString } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';
import type { ReportedEntry, PaymentEvent } from './payments.ts';
import { readProviderRefund } from './stripe-refund.ts';
import { faultOf, readSession, metadata, moneyOf, reference } from './stripe-session.ts';

const stripeEvent = z.object({
  object: z.literal('event'),
  id: plainString().check(z.minLength(1), z.maxLength(255)),
  type: plainString().check(z.maxLength(255)),
  data: z.unknown(),
});

/** Parses Stripe's event and its object; undefined if it is no event. */
export function readStripeEvent(value: unknown): PaymentEvent | undefined {
  const event = stripeEvent.safeParse(value);
  if (!event.success) return undefined;
  const { id, type } = event.data;
  const read = readers.find(({ types }) => types.test(type))?.read;
  if (!read) return { id, type, about: 'other' };
  const data = withObject.safeParse(event.data.data);
  if (!data.success) return { id, type, about: 'unreadable', fault: faultOf(data.error) };
  return { id, type, ...read(data.data.object, type) };
}

const withObject = z.object({ object: z.looseObject({ object: plainString() }) });
const identified = z.object({
  object: z.literal('checkout.session'),
  id: plainString().check(z.minLength(1), z.maxLength(255)),
});

type Subject = PaymentEvent extends infer E ? (E extends PaymentEvent ? Omit<E, 'id' | 'type'> : never) : never;

/** The event types that we handle: https://docs.stripe.com/api/events/types */
const readers: readonly { types: RegExp; read: (object: unknown, type: string) => Subject }[] = [
  {
    types: /^checkout\.session\.(?:completed|expired|async_payment_succeeded|async_payment_failed)$/,
    read: aboutSession,
  },
  { types: /^charge\.refunded$/, read: (object) => aboutMoney(readCharge(object)) },
  {
    types: /^refund\.(?:created|updated|failed)$|^charge\.refund\.updated$/,
    read: aboutRefund,
  },
  { types: /^charge\.dispute\./, read: (object, type) => aboutMoney(readDispute(object, type)) },
];

function aboutSession(object: unknown): Subject {
  const known = identified.safeParse(object);
  if (!known.success) return { about: 'unreadable', fault: faultOf(known.error) };
  const sessionId = known.data.id;
  const session = readSession(object);
  if ('fault' in session) return { about: 'session', sessionId, session: null, fault: session.fault };
  return { about: 'session', sessionId, session };
}

function aboutMoney(read: ReportedEntry[] | { fault: string }): Subject {
  return Array.isArray(read) ? { about: 'money', entries: read, refund: null } : { about: 'unreadable', ...read };
}

function aboutRefund(object: unknown): Subject {
  const refund = readProviderRefund(object);
  return 'fault' in refund
    ? { about: 'unreadable', fault: refund.fault }
    : { about: 'money', entries: refund.entries, refund };
}

const id = plainString().check(z.minLength(1), z.maxLength(255));
const amount = z.int().check(z.minimum(0));
const words = z.nullish(plainString());

type Read = ReportedEntry[] | { fault: string };

const stripeCharge = z.object({
  object: z.literal('charge'),
  id,
  amount_refunded: amount,
  currency: plainString(),
  payment_intent: z.nullish(reference),
  metadata,
});

/** A charge states how much of it has been refunded in total: https://docs.stripe.com/api/charges/object */
function readCharge(value: unknown): Read {
  const parsed = stripeCharge.safeParse(value);
  if (!parsed.success) return { fault: faultOf(parsed.error) };
  const { amount_refunded: total, ...charge } = parsed.data;
  return [{ ...moneyOf(charge), kind: 'refund_total', providerRef: `${charge.id}:${total}`, amount: total }];
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

const outcomes = new Map<string, ReportedEntry['kind']>(Object.entries({ won: 'dispute_won', lost: 'dispute_lost' }));
const movements = new Map<string, ReportedEntry['kind']>(
  Object.entries({
    'charge.dispute.funds_withdrawn': 'dispute_withdrawn',
    'charge.dispute.funds_reinstated': 'dispute_reinstated',
  }),
);

/** Every event of a dispute shows that the dispute exists: https://docs.stripe.com/api/disputes/object */
function readDispute(value: unknown, type: string): Read {
  const parsed = stripeDispute.safeParse(value);
  if (!parsed.success) return { fault: faultOf(parsed.error) };
  const { status, evidence_details: evidence, ...dispute } = parsed.data;
  const due = evidence?.due_by
    ? `to be answered by ${new Date(evidence.due_by * 1000).toISOString().slice(0, 10)}`
    : null;
  const reason = [dispute.reason, due].filter(Boolean).join(', ');
  const opened: ReportedEntry = {
    ...moneyOf({ ...dispute, reason }),
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
