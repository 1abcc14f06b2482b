import { plainString } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';
import type { MoneyFact, PaymentEvent } from './payments.ts';
import { readCharge, readDispute, readRefund } from './stripe-money.ts';
import { faultOf, readSession } from './stripe-session.ts';

const stripeEvent = z.object({
  object: z.literal('event'),
  id: plainString().check(z.minLength(1), z.maxLength(255)),
  type: plainString().check(z.maxLength(255)),
  data: z.unknown(),
});

/** Stripe's event with what it speaks of, or undefined where it is not an event at all. */
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

/** The events that we listen to: https://docs.stripe.com/api/events/types */
const readers: readonly { types: RegExp; read: (object: unknown, type: string) => Subject }[] = [
  {
    types: /^checkout\.session\.(?:completed|expired|async_payment_succeeded|async_payment_failed)$/,
    read: aboutSession,
  },
  { types: /^charge\.refunded$/, read: (object) => aboutMoney(readCharge(object)) },
  {
    types: /^refund\.(?:created|updated|failed)$|^charge\.refund\.updated$/,
    read: (object) => aboutMoney(readRefund(object)),
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

function aboutMoney(read: MoneyFact[] | { fault: string }): Subject {
  return Array.isArray(read) ? { about: 'money', facts: read } : { about: 'unreadable', ...read };
}
