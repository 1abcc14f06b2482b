import type { Stripe } from 'stripe';
import type { SessionParams } from '../sessions/session-params.ts';

/** The direct debit of each currency; forints have none. Source: https://docs.stripe.com/payments/bank-debits */
const types: Record<string, DebitType> = { usd: 'us_bank_account', eur: 'sepa_debit', gbp: 'bacs_debit' };

export type DebitType = 'us_bank_account' | 'sepa_debit' | 'bacs_debit';
/** Outcome of the debit. */
export type DebitOutcome = 'succeed' | 'fail';

/** The debit that a session offers beside cards, if any: a shop that allows cards alone gets cards alone. */
export function offeredDebit(
  currency: string,
  allowed: SessionParams['allowed_payment_method_types'],
): DebitType | null {
  const type = types[currency] ?? null;
  return type !== null && (allowed === undefined || (allowed as string[]).includes(type)) ? type : null;
}

/** The debit among the methods of a session. */
export function debitAmong(methods: readonly string[]): DebitType | null {
  return Object.values(types).find((type) => methods.includes(type)) ?? null;
}

/** The test account that is debited. */
export function debitDetails(type: DebitType): Stripe.Charge.PaymentMethodDetails {
  const account = { fingerprint: null, last4: '6789', mandate: null };
  switch (type) {
    case 'us_bank_account':
      return {
        type,
        us_bank_account: {
          account_holder_type: 'individual',
          account_type: 'checking',
          bank_name: 'STRIPE TEST BANK',
          fingerprint: null,
          last4: '6789',
          payment_reference: null,
          routing_number: '110000000',
        },
      };
    case 'sepa_debit':
      return { type, sepa_debit: { ...account, bank_code: '19043', branch_code: null, country: 'AT' } };
    case 'bacs_debit':
      return { type, bacs_debit: { ...account, sort_code: '10-88-00' } };
  }
}
