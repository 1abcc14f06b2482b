import { sql, type Queryable, type Tx } from '../../../platform/db.ts';
import type { MoneyFact } from '../../../providers/payment/payments.ts';

export type LedgerEntry = Omit<MoneyFact, 'kind'> & { kind: MoneyFact['kind'] | 'charge' };

/** Makes those who write about one payment come one after the other: each sees what the others have written. */
export async function lockPayment(tx: Tx, paymentIntent: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${paymentIntent}`}, 0))`);
}

/** @returns whether it is new; a fact that is known changes nothing */
export async function addToLedger(tx: Tx, entry: LedgerEntry): Promise<boolean> {
  const { kind, providerRef, amount, currency, paymentIntent, checkoutId, reason } = entry;
  const added = await tx.run(sql`
    insert into payment_ledger (kind, provider_ref, amount, currency, payment_intent, checkout_id, reason, recorded_at)
    values (${kind}, ${providerRef}, ${amount}, ${currency}, ${paymentIntent}, ${checkoutId}, ${reason}, app_now())
    on conflict (kind, provider_ref) do nothing`);
  return added === 1;
}

/** What is known of a payment, in the order in which it was told. */
export function ledgerOfPayment(db: Queryable, paymentIntent: string): Promise<LedgerEntry[]> {
  return db.query(sql`
    select kind, provider_ref, amount, currency, payment_intent, checkout_id, reason from payment_ledger
    where payment_intent = ${paymentIntent} order by id`);
}
