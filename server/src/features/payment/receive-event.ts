import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { CheckoutSession, PaymentEvent } from '../../providers/payment/payments.ts';
import { recordError } from '../journal/error-log.queries.ts';
import { checkoutOfSession, setCheckoutDoubt, markProcessing } from '../checkouts/checkout.queries.ts';
import { applyPayment, isOfAnotherShop, describeWrongCharge } from './complete-payment.ts';
import { isPaid } from '../checkouts/release-bucket.ts';
import { claimEvent, setEventOutcome } from './payment.queries.ts';
import { recordRefundsAndDisputes } from './ledger/record-entries.ts';
import { applyRefund, wakeRefundsOf } from './refunds/apply-refund.ts';
import { settleSessionLater } from '../journal/queued-jobs.ts';

/**
 * Processes an event of the payment provider once, however often and in whatever order events arrive: the event id is claimed in the same transaction.
 * Does not call the provider. A simple payment, a refund or a dispute is taken from the signed event; for anything else a job looks the session up and
 * acts on its state at that time. Resolves only when the effect, or that job, is committed.
 * @returns the outcome, for the log
 */
export async function receiveEvent(deps: Deps, event: PaymentEvent): Promise<string> {
  if (event.about === 'other') return 'ignored';
  return deps.db.transaction().execute(async (tx) => {
    if (!(await claimEvent(tx, event))) return 'repeated';
    const outcome = await processEvent(tx, deps, event);
    await setEventOutcome(tx, event.id, outcome);
    return outcome;
  });
}

async function processEvent(tx: Tx, deps: Deps, event: Exclude<PaymentEvent, { about: 'other' }>): Promise<string> {
  switch (event.about) {
    case 'money':
      return processMoneyEvent(tx, deps, event);
    case 'unreadable':
      return reportEvent(tx, deps, event, `cannot be parsed: ${event.fault}`);
    case 'session':
      if (event.session !== null) return processSessionEvent(tx, deps, event, event.session);
      await enqueueLookup(tx, event);
      return reportEvent(
        tx,
        deps,
        event,
        `is about payment session ${event.sessionId}, but cannot be parsed: ${event.fault}`,
      );
  }
}

async function processMoneyEvent(
  tx: Tx,
  deps: Deps,
  { entries, refund }: Extract<PaymentEvent, { about: 'money' }>,
): Promise<string> {
  const isNews = refund ? await applyRefund(tx, deps, refund) : await recordRefundsAndDisputes(tx, deps, entries);
  // A charge reports its refunded total, but not the refund that changed it, so refunds in progress are looked up.
  for (const { kind, paymentIntent } of entries)
    if (kind === 'refund_total' && paymentIntent !== null) await wakeRefundsOf(tx, paymentIntent);
  return isNews ? 'recorded' : 'repeated';
}

type SessionEvent = Extract<PaymentEvent, { about: 'session' }>;

async function processSessionEvent(tx: Tx, deps: Deps, event: SessionEvent, session: CheckoutSession): Promise<string> {
  const checkout = await checkoutOfSession(tx, session);
  if (!checkout && isOfAnotherShop(session)) return 'ignored';
  const fault = isPaid(session) && checkout ? describeWrongCharge(session, checkout) : undefined;
  if (isPaid(session) && fault === undefined) return applyPayment(tx, deps, session);
  // An expiry needs no action if the checkout has ended or is unknown: we expire most sessions ourselves.
  const isLive = checkout?.state === 'creating' || checkout?.state === 'open';
  if (!announcesPayment(event) && !isLive) return 'ignored';
  await enqueueLookup(tx, event);
  const about = `is about payment session ${session.id} of set ${checkout?.bucketId ?? session.bucketId ?? 'unknown'}`;
  if (fault !== undefined && checkout) {
    await setCheckoutDoubt(tx, checkout.id, fault);
    return reportEvent(tx, deps, event, `${about}: ${fault}. It is not fulfilled.`);
  }
  if (announcesPayment(event)) {
    if (checkout && session.status === 'complete') await markProcessing(tx, checkout.id, session);
    return reportEvent(tx, deps, event, `${about}, whose money has not arrived: it is not fulfilled before that.`);
  }
  return 'noted';
}

function announcesPayment({ type }: SessionEvent): boolean {
  return type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded';
}

async function enqueueLookup(tx: Tx, { sessionId, type }: SessionEvent): Promise<void> {
  const failed = type === 'checkout.session.async_payment_failed';
  await settleSessionLater(tx, sessionId, { failed });
}

async function reportEvent(tx: Tx, deps: Deps, event: PaymentEvent, what: string): Promise<string> {
  const errorMessage = `Event ${event.id} (${event.type}) ${what}`;
  deps.log.warn({ eventId: event.id, type: event.type, what }, 'payment event needs attention');
  await recordError(tx, { moduleName: 'payment', errorMessage });
  return 'reported';
}
