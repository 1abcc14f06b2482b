import { setTimeout as wait } from 'node:timers/promises';
import { bankAnswer, type Problem, type ReadCard } from './cards.ts';
import { debitAmong, type DebitOutcome } from './bank-debit.ts';
import { commit, type Checkout } from '../checkout-context.ts';
import type { PaymentRecord, SessionRecord } from '../checkout-records.ts';
import { newEvent, ofItself } from '../stripe-api/events.ts';
import { expiry } from '../sessions/expire-session.ts';
import { newPayment } from './payment-object.ts';
import { customer } from '../sessions/session-object.ts';

/** Stripe delays the redirect until the shop has accepted the event, at most this long. */
const waitForShopMs = 10_000;
/** A second submit within this time is a double click: it is redirected like the first. */
const doubleClickMs = 3_000;

export type Outcome =
  | { kind: 'paid'; session: SessionRecord }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'closed' };
export type Payer = { email: string; name: string };

/** Pays an open session once, whatever the number of clicks, and sends the event. */
export function paySession(checkout: Checkout, id: string, card: ReadCard, payer: Payer): Promise<Outcome> {
  return payInTurn(checkout, id, async (record) => {
    const problem = bankAnswer(card);
    if (problem) return { kind: 'refused', problem };
    return complete(checkout, record, newPayment({ of: record, by: card, ...payer, now: checkout.now() }), payer);
  });
}

/** Completes an open session by a bank debit, which is settled later. */
export function debitSession(checkout: Checkout, id: string, outcome: DebitOutcome, payer: Payer): Promise<Outcome> {
  return payInTurn(checkout, id, async (record) => {
    const type = debitAmong(record.session.payment_method_types);
    if (type === null) return { kind: 'closed' };
    const debit = { outcome, settlesAt: checkout.now() + checkout.debits.seconds };
    const payment = newPayment({ of: record, by: type, ...payer, now: checkout.now() });
    return complete(checkout, { ...record, debit }, payment, payer);
  });
}

async function payInTurn(
  checkout: Checkout,
  id: string,
  pay: (record: SessionRecord) => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await checkout.inTurn(id, async (): Promise<Outcome> => {
    const record = checkout.records.get('sessions', id);
    if (record?.session.status !== 'open') return { kind: 'closed' };
    if (record.session.expires_at > checkout.now()) return pay(record);
    await commit(checkout, expiry(checkout, record)[1]);
    return { kind: 'closed' };
  });
  const settling = checkout.settling.get(id);
  const session = checkout.records.get('sessions', id);
  if (outcome.kind === 'refused' || !settling || !session) return outcome;
  await settling;
  return { kind: 'paid', session };
}

async function complete(
  checkout: Checkout,
  record: SessionRecord,
  payment: PaymentRecord,
  payer: Payer,
): Promise<Outcome> {
  const completed: SessionRecord = {
    ...record,
    session: {
      ...record.session,
      customer_details: customer(payer.email, payer.name),
      payment_intent: payment.id,
      payment_status: record.debit ? 'unpaid' : 'paid',
      status: 'complete',
      url: null,
    },
  };
  const { announced } = await commit(checkout, [
    { kind: 'payments', record: payment },
    { kind: 'sessions', record: completed },
    newEvent(checkout, { type: 'checkout.session.completed', object: completed.session }, ofItself),
  ]);
  rememberClick(checkout, record.id, Promise.race([announced, wait(waitForShopMs, undefined, { ref: false })]));
  return { kind: 'paid', session: completed };
}

function rememberClick(checkout: Checkout, id: string, settled: Promise<unknown>): void {
  checkout.settling.set(id, settled);
  const forget = () => setTimeout(() => checkout.settling.delete(id), doubleClickMs).unref();
  void settled.then(forget, forget);
}
