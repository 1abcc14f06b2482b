import type { Stripe } from 'stripe';
import { type Checkout, commit } from '../checkout-context.ts';
import { type CheckoutChange, newId, type PaymentRecord, type SessionRecord } from '../checkout-records.ts';
import { type Fact, newEvent, newEvents, ofItself } from '../stripe-api/events.ts';
import type { DebitOutcome } from './bank-debit.ts';

/** Settles every bank debit that is due. */
export async function settleDueDebits(checkout: Checkout): Promise<void> {
  const isDue = ({ debit }: SessionRecord) => debit !== undefined && debit.settlesAt <= checkout.now();
  for (const { id } of checkout.records.all('sessions').filter(isDue)) await settleDebit(checkout, id);
}

/** Settles the debit of a session. @returns whether one was pending */
export async function settleDebit(checkout: Checkout, id: string, outcome?: DebitOutcome): Promise<boolean> {
  return checkout.inTurn(id, async () => {
    const record = checkout.records.get('sessions', id);
    const intent = record?.session.payment_intent;
    const payment = typeof intent === 'string' ? checkout.records.get('payments', intent) : undefined;
    if (!record?.debit || !payment) return false;
    const succeeds = (outcome ?? record.debit.outcome) === 'succeed';
    await commit(checkout, succeeds ? success(checkout, record, payment) : failure(checkout, record, payment));
    return true;
  });
}

function success(checkout: Checkout, record: SessionRecord, payment: PaymentRecord): CheckoutChange[] {
  const session = { ...record.session, payment_status: 'paid' as const };
  const intent = { ...payment.intent, amount_received: payment.intent.amount, status: 'succeeded' as const };
  const charge = { ...payment.charge, captured: true, paid: true, status: 'succeeded' as const };
  return [
    { kind: 'payments', record: { ...payment, intent, charge } },
    { kind: 'sessions', record: { ...record, session, debit: undefined } },
    newEvent(checkout, { type: 'checkout.session.async_payment_succeeded', object: session }, ofItself),
  ];
}

/** The session stays complete and unpaid; only its payment shows the failure. */
function failure(checkout: Checkout, record: SessionRecord, payment: PaymentRecord): CheckoutChange[] {
  const intent = { ...payment.intent, status: 'requires_payment_method' as const };
  const words = { failure_code: 'insufficient_funds', failure_message: 'The bank account has insufficient funds.' };
  const charge = { ...payment.charge, ...words, paid: false, status: 'failed' as const };
  return [
    { kind: 'payments', record: { ...payment, intent, charge } },
    { kind: 'sessions', record: { ...record, debit: undefined } },
    newEvent(checkout, { type: 'checkout.session.async_payment_failed', object: record.session }, ofItself),
  ];
}

const answerWithinSeconds = 7 * 24 * 60 * 60;

/** Opens a dispute about a payment. @returns undefined if there is no such payment */
export function openDispute(
  checkout: Checkout,
  paymentId: string,
  wish: { amount?: number; reason: string },
): Promise<Stripe.Dispute | undefined> {
  return change(checkout, paymentId, (payment) => {
    const dispute = newDispute(payment, wish.amount ?? payment.charge.amount, wish.reason, checkout.now());
    return {
      dispute,
      payment: {
        ...payment,
        charge: { ...payment.charge, disputed: true },
        disputes: [...(payment.disputes ?? []), dispute],
      },
      facts: [
        { type: 'charge.dispute.created', object: dispute },
        { type: 'charge.dispute.funds_withdrawn', object: dispute },
      ],
    };
  });
}

/** Decides an open dispute. @returns undefined if there is none with that id */
export async function closeDispute(
  checkout: Checkout,
  id: string,
  status: 'won' | 'lost',
): Promise<Stripe.Dispute | undefined> {
  const of = checkout.records.all('payments').find(({ disputes }) => disputes?.some((dispute) => dispute.id === id));
  if (!of) return undefined;
  return change(checkout, of.id, (payment) => {
    const open = payment.disputes?.find((dispute) => dispute.id === id);
    if (open?.status !== 'needs_response') return undefined;
    const dispute = { ...open, status };
    const disputes = (payment.disputes ?? []).map((other) => (other.id === id ? dispute : other));
    const closed: Fact = { type: 'charge.dispute.closed', object: dispute };
    const back: Fact = { type: 'charge.dispute.funds_reinstated', object: dispute };
    return { dispute, payment: { ...payment, disputes }, facts: status === 'won' ? [closed, back] : [closed] };
  });
}

type Changed = { dispute: Stripe.Dispute; payment: PaymentRecord; facts: Fact[] };

async function change(
  checkout: Checkout,
  paymentId: string,
  work: (payment: PaymentRecord) => Changed | undefined,
): Promise<Stripe.Dispute | undefined> {
  return checkout.inTurn('refunds', async () => {
    const payment = checkout.records.get('payments', paymentId);
    const changed = payment && work(payment);
    if (!changed) return undefined;
    const record: CheckoutChange = { kind: 'payments', record: changed.payment };
    await commit(checkout, [record, ...newEvents(checkout, changed.facts, ofItself)]);
    return changed.dispute;
  });
}

function newDispute({ id, charge }: PaymentRecord, amount: number, reason: string, now: number): Stripe.Dispute {
  return {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { enhanced_evidence: {} } as Stripe.Dispute['evidence'],
    evidence_details: {
      due_by: now + answerWithinSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: null,
    } as unknown as Stripe.Dispute['evidence_details'],
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: id,
    reason,
    status: 'needs_response',
  };
}

/** Lets a refund fail, a pending or a succeeded one. @returns undefined if there is no such refund, or it has failed already */
export function failRefund(checkout: Checkout, id: string, reason: string): Promise<Stripe.Refund | undefined> {
  return changeRefund(checkout, id, (refund, { charge }) => {
    const failed = { ...refund, status: 'failed', failure_reason: reason };
    const after = { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false };
    return { refund: failed, charge: after, types: ['refund.updated', 'refund.failed'] };
  });
}

/** Lets a pending refund succeed. @returns undefined if there is none with that id */
export function succeedRefund(checkout: Checkout, id: string): Promise<Stripe.Refund | undefined> {
  return changeRefund(checkout, id, (refund, { charge }) =>
    refund.status === 'pending'
      ? { refund: { ...refund, status: 'succeeded' }, charge, types: ['refund.updated'] }
      : undefined,
  );
}

type RefundChange = { refund: Stripe.Refund; charge: Stripe.Charge; types: ('refund.updated' | 'refund.failed')[] };

function changeRefund(
  checkout: Checkout,
  id: string,
  work: (refund: Stripe.Refund, payment: PaymentRecord) => RefundChange | undefined,
): Promise<Stripe.Refund | undefined> {
  return checkout.inTurn('refunds', async () => {
    const payment = checkout.records.all('payments').find(({ refunds }) => refunds.some((refund) => refund.id === id));
    const before = payment?.refunds.find((made) => made.id === id);
    if (!payment || !before || before.status === 'failed') return undefined;
    const change = work(before, payment);
    if (!change) return undefined;
    const { refund, charge, types } = change;
    const refunds = payment.refunds.map((made) => (made.id === id ? refund : made));
    const record: CheckoutChange = { kind: 'payments', record: { ...payment, charge, refunds } };
    const facts = types.map((type): Fact => ({ type, object: refund }));
    await commit(checkout, [record, ...newEvents(checkout, facts, ofItself)]);
    return refund;
  });
}
