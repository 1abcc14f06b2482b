import type { DebitOutcome } from './bank-debit.ts';
import { commit, type Checkout } from './checkout-context.ts';
import type { CheckoutChange, PaymentRecord, SessionRecord } from './checkout-records.ts';
import { newEvent, ofItself } from './events.ts';

/** Settles every bank debit whose time has come. */
export async function settleDueDebits(checkout: Checkout): Promise<void> {
  const isDue = ({ debit }: SessionRecord) => debit !== undefined && debit.settlesAt <= checkout.now();
  for (const { id } of checkout.records.all('sessions').filter(isDue)) await settleDebit(checkout, id);
}

/** Lets the bank say its word about the debit of a session. @returns whether there was one on its way */
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

/** The session stays complete and unpaid for ever: only its payment tells that nothing more will come. */
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
