import type { Stripe } from 'stripe';
import * as z from 'zod/mini';
import {
  PaymentsError,
  type BookedDispute,
  type BookedPayment,
  type BookedRefund,
  type Payments,
  type Period,
  type ListedSessionEvent,
} from './payments.ts';
import { callStripe, quick, unlessMissing } from './stripe-errors.ts';
import { faultOf, idOf, metadata, ownIdIn, reference } from './stripe-session.ts';

const pageSize = 100;
const expand = ['data.payment_intent.latest_charge'];

type Books = Pick<
  Payments,
  'listSessionEvents' | 'listPayments' | 'getPayment' | 'listRefunds' | 'getRefund' | 'listDisputes' | 'getDispute'
>;

/** Reads Stripe's own records, for the comparison with our ledger. */
export function createStripeBooks(stripe: Stripe): Books {
  const { sessions } = stripe.checkout;
  return {
    async *listSessionEvents(since) {
      const created = since && { created: { gte: Math.floor(since.getTime() / 1000) } };
      for await (const page of pages((after) =>
        stripe.events.list({ types: [...sessionEvents], limit: pageSize, ...created, ...after }, quick),
      ))
        yield page.map(readSessionEvent);
    },
    async *listPayments(period) {
      for await (const page of pages((after) =>
        sessions.list({ created: created(period), status: 'complete', limit: pageSize, expand, ...after }),
      ))
        yield page.flatMap(readPayment);
    },
    async getPayment(paymentIntent) {
      const of = { payment_intent: paymentIntent, limit: 1, expand };
      const list = await callStripe(() => sessions.list(of)).catch(unlessMissing);
      return list === undefined ? undefined : read(listed, list).data.flatMap(readPayment)[0];
    },
    async *listRefunds(period) {
      for await (const page of pages((after) =>
        stripe.refunds.list({ created: created(period), limit: pageSize, ...after }),
      ))
        yield page.flatMap(readRefund);
    },
    async getRefund(id) {
      const refund = await callStripe(() => stripe.refunds.retrieve(id)).catch(unlessMissing);
      return refund === undefined ? undefined : readRefund(refund)[0];
    },
    async *listDisputes(period) {
      for await (const page of pages((after) =>
        stripe.disputes.list({ created: created(period), limit: pageSize, ...after }),
      ))
        yield page.map(readDispute);
    },
    async getDispute(id) {
      const dispute = await callStripe(() => stripe.disputes.retrieve(id)).catch(unlessMissing);
      return dispute === undefined ? undefined : readDispute(dispute);
    },
  };
}

function created({ from, to }: Period): { gte: number; lt: number } {
  return { gte: Math.floor(from.getTime() / 1000), lt: Math.ceil(to.getTime() / 1000) };
}

const listed = z.object({
  object: z.literal('list'),
  data: z.array(z.looseObject({ id: z.string() })),
  has_more: z.boolean(),
});

/** All pages of a list, from the newest on: https://docs.stripe.com/api/pagination */
async function* pages(
  fetchPage: (after: { starting_after?: string }) => Promise<unknown>,
): AsyncGenerator<{ id: string }[]> {
  let after = {};
  while (true) {
    const page = read(listed, await callStripe(() => fetchPage(after)));
    yield page.data;
    const last = page.data.at(-1);
    if (!page.has_more || last === undefined) return;
    after = { starting_after: last.id };
  }
}

const seconds = z.int().check(z.minimum(0), z.maximum(8_000_000_000));

const sessionEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
] as const;

const sessionEvent = z.object({
  object: z.literal('event'),
  type: z.string(),
  created: seconds,
  data: z.object({ object: z.object({ object: z.literal('checkout.session'), id: z.string() }) }),
});

function readSessionEvent(value: unknown): ListedSessionEvent {
  const { type, created: at, data } = read(sessionEvent, value);
  return { sessionId: data.object.id, isEnd: type !== 'checkout.session.completed', at: new Date(at * 1000) };
}

const paidSession = z.object({
  object: z.literal('checkout.session'),
  id: z.string(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  metadata,
  payment_intent: z.nullish(
    z.object({
      id: z.string(),
      latest_charge: z.nullish(
        z.object({ amount_captured: z.int(), currency: z.string(), paid: z.boolean(), created: seconds }),
      ),
    }),
  ),
});

function readPayment(value: unknown): BookedPayment[] {
  const { id: sessionId, payment_status: status, payment_intent: intent, ...session } = read(paidSession, value);
  const charge = intent?.latest_charge;
  if (status !== 'paid' || !intent || !charge?.paid) return [];
  return [
    {
      sessionId,
      paymentIntent: intent.id,
      amount: charge.amount_captured,
      currency: charge.currency.toUpperCase(),
      paidAt: new Date(charge.created * 1000),
      bucketId: ownIdIn(session.metadata, 'bucketId'),
      checkoutId: ownIdIn(session.metadata, 'checkoutId'),
    },
  ];
}

const bookedRefund = z.object({
  object: z.literal('refund'),
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  payment_intent: z.nullish(reference),
  status: z.nullish(z.string()),
  created: seconds,
});

function readRefund(value: unknown): BookedRefund[] {
  const { id, amount, currency, payment_intent: intent, status, created: at } = read(bookedRefund, value);
  if (status === 'failed' || status === 'canceled') return [];
  const paymentIntent = idOf(intent);
  return [{ id, amount, currency: currency.toUpperCase(), paymentIntent, madeAt: new Date(at * 1000) }];
}

const bookedDispute = z.object({
  object: z.literal('dispute'),
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  payment_intent: z.nullish(reference),
  status: z.string(),
});

/** Statuses of a closed dispute: https://docs.stripe.com/api/events/types#event_types-charge.dispute.closed */
const ends = new Map<string, BookedDispute['end']>(
  Object.entries({
    won: 'dispute_won',
    lost: 'dispute_lost',
    warning_closed: 'dispute_closed',
  }),
);

function readDispute(value: unknown): BookedDispute {
  const { id, amount, currency, payment_intent: intent, status } = read(bookedDispute, value);
  return { id, amount, currency: currency.toUpperCase(), paymentIntent: idOf(intent), end: ends.get(status) ?? null };
}

/** @throws PaymentsError unreadable */
function read<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new PaymentsError(
    'unreadable',
    `Stripe answered with something that cannot be read (${faultOf(parsed.error)})`,
  );
}
