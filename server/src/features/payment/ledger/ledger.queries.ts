import { sql, type Queryable, type Tx, type Sql } from '../../../platform/database/db.ts';
import type { MoneyFact, Period } from '../../../providers/payment/payments.ts';

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

/** The entries of a payment, in the order in which they were reported. */
export function ledgerOfPayment(db: Queryable, paymentIntent: string): Promise<LedgerEntry[]> {
  return db.query(sql`
    select kind, provider_ref, amount, currency, payment_intent, checkout_id, reason from payment_ledger
    where payment_intent = ${paymentIntent} order by id`);
}

export interface LedgerCharge {
  reference: string;
  /** Minor units. */
  amount: number;
  currency: string;
  bucketId: string | null;
}
export type LedgerRefund = LedgerCharge;

/** Our charges of these payments. */
export function chargesOf(db: Queryable, payments: string[]): Promise<LedgerCharge[]> {
  return entries(db, 'charge', sql`l.provider_ref = any(${payments})`);
}

/** Our charges of a period. */
export function chargesIn(db: Queryable, period: Period): Promise<LedgerCharge[]> {
  return entries(db, 'charge', within(period));
}

/** Refunds that the provider reported and that did not fail. */
export function refundsOf(db: Queryable, references: string[]): Promise<LedgerRefund[]> {
  return entries(db, 'refund', sql`l.provider_ref = any(${references})`);
}

export function refundsIn(db: Queryable, period: Period): Promise<LedgerRefund[]> {
  return entries(db, 'refund', within(period));
}

export interface LedgerDispute extends LedgerCharge {
  /** The outcomes that the provider reported. */
  ends: string[];
}

/** Disputes that the provider reported. */
export function disputesOf(db: Queryable, references: string[]): Promise<LedgerDispute[]> {
  return disputes(db, sql`l.provider_ref = any(${references})`);
}

export function disputesIn(db: Queryable, period: Period): Promise<LedgerDispute[]> {
  return disputes(db, within(period));
}

/** Those of the year before a moment whose outcome is not in the ledger, at most 200: each is looked up by itself. */
export function undecidedDisputes(db: Queryable, before: Date): Promise<LedgerDispute[]> {
  return disputes(
    db,
    sql`l.recorded_at >= ${before}::timestamptz - interval '1 year' and l.recorded_at < ${before} and not exists (${ends})`,
    200,
  );
}

const ends = sql`select e.kind from payment_ledger e
  where e.kind in ('dispute_won', 'dispute_lost', 'dispute_closed') and e.provider_ref = l.provider_ref`;

function disputes(db: Queryable, where: Sql, most: number | null = null): Promise<LedgerDispute[]> {
  return db.query(sql`
    select l.provider_ref as reference, l.amount, upper(l.currency) as currency, ${bucketId}, array(${ends}) as ends
    from payment_ledger l where l.kind = 'dispute' and ${where} order by l.id limit ${most}`);
}

function entries(db: Queryable, kind: 'charge' | 'refund', where: Sql): Promise<LedgerCharge[]> {
  return db.query(sql`
    select l.provider_ref as reference, l.amount, upper(l.currency) as currency, ${bucketId}
    from payment_ledger l
    where l.kind = ${kind} and ${where} and not exists (
      select 1 from payment_ledger failed where failed.kind = 'refund_failed' and failed.provider_ref = l.provider_ref)
    order by l.id`);
}

const bucketId = sql`(
  select c.bucket_id from checkouts c where c.payment_intent = l.payment_intent or c.id = l.checkout_id
  order by c.payment_intent limit 1) as bucket_id`;

function within({ from, to }: Period): Sql {
  return sql`l.recorded_at >= ${from} and l.recorded_at < ${to}`;
}

/** Whether a payment is of an order of ours: one account may serve other shops too. */
export async function isOurPayment(db: Queryable, paymentIntent: string): Promise<boolean> {
  const row = await db.first(sql`
    select 1 from checkouts where payment_intent = ${paymentIntent}
    union all select 1 from payment_ledger where kind = 'charge' and provider_ref = ${paymentIntent} limit 1`);
  return row !== undefined;
}
