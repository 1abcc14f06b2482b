import type { Stripe } from 'stripe';
import { type Checkout, commit } from './checkout-context.ts';
import type { CheckoutChange, PaymentRecord } from './checkout-records.ts';
import { type Fact, newEvents, ofItself } from './events.ts';
import { newId } from './ids.ts';

const answerWithinSeconds = 7 * 24 * 60 * 60;

/** Lets a cardholder's bank take the money of a payment back. @returns undefined where there is no such payment */
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

/** Lets the bank decide an open dispute. @returns undefined where there is none of that id */
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
