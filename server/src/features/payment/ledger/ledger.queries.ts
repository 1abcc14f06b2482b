import { sql, type ExpressionBuilder, type NotNull } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { any, appNow } from '../../../platform/database/expressions.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { ReportedEntry, Period } from '../../../providers/payment/payments.ts';

export type LedgerEntry = Omit<ReportedEntry, 'kind'> & { kind: ReportedEntry['kind'] | 'charge' };

/** Serializes transactions that write about one payment, so that each sees the entries of earlier ones. */
export async function lockPayment(tx: Tx, paymentIntent: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${paymentIntent}`}, 0))`.execute(tx);
}

/** @returns whether it is new; an existing entry is not changed */
export async function addToLedger(tx: Tx, entry: LedgerEntry): Promise<boolean> {
  const { kind, providerRef, amount, currency, paymentIntent, checkoutId, reason } = entry;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paymentLedger')
    .values({ kind, providerRef, amount, currency, paymentIntent, checkoutId, reason, recordedAt: appNow })
    .onConflict((conflict) => conflict.columns(['kind', 'providerRef']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The entries of a payment, in the order in which they arrived. */
export function ledgerOfPayment(db: Queryable, paymentIntent: string): Promise<LedgerEntry[]> {
  return db
    .selectFrom('paymentLedger')
    .where('paymentIntent', '=', paymentIntent)
    .select(['kind', 'providerRef', 'amount', 'currency', 'paymentIntent', 'checkoutId', 'reason'])
    .orderBy('id')
    .execute();
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
export function chargesOf(db: Queryable, payments: readonly string[]): Promise<LedgerCharge[]> {
  return selectUnfailed(db, 'charge').where('providerRef', '=', any(payments)).execute();
}

/** Our charges of a period. */
export function chargesIn(db: Queryable, period: Period): Promise<LedgerCharge[]> {
  return selectUnfailed(db, 'charge').where(isIn(period)).execute();
}

/** Refunds that the provider reported and that did not fail. */
export function refundsOf(db: Queryable, references: readonly string[]): Promise<LedgerRefund[]> {
  return selectUnfailed(db, 'refund').where('providerRef', '=', any(references)).execute();
}

export function refundsIn(db: Queryable, period: Period): Promise<LedgerRefund[]> {
  return selectUnfailed(db, 'refund').where(isIn(period)).execute();
}

export interface LedgerDispute extends LedgerCharge {
  /** The outcomes that the provider reported. */
  ends: string[];
}

/** Disputes that the provider reported. */
export function disputesOf(db: Queryable, references: readonly string[]): Promise<LedgerDispute[]> {
  return selectDisputes(db).where('providerRef', '=', any(references)).execute();
}

export function disputesIn(db: Queryable, period: Period): Promise<LedgerDispute[]> {
  return selectDisputes(db).where(isIn(period)).execute();
}

/** Disputes of the year before a moment whose outcome is not in the ledger. At most 200: each costs a request to the provider. */
export function undecidedDisputes(db: Queryable, before: Date): Promise<LedgerDispute[]> {
  return selectDisputes(db)
    .where('recordedAt', '>=', sql<Date>`${before}::timestamptz - interval '1 year'`)
    .where('recordedAt', '<', before)
    .where((entry) => entry.not(entry.exists(endsOf(entry))))
    .limit(200)
    .execute();
}

type Entry = ExpressionBuilder<Tables, 'paymentLedger'>;

function selectUnfailed(db: Queryable, kind: 'charge' | 'refund') {
  return selectEntries(db)
    .where('kind', '=', kind)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('paymentLedger as failed')
            .where('failed.kind', '=', 'refund_failed')
            .whereRef('failed.providerRef', '=', 'paymentLedger.providerRef')
            .select('failed.id'),
        ),
      ),
    );
}

function selectDisputes(db: Queryable) {
  return selectEntries(db)
    .where('kind', '=', 'dispute')
    .select((entry) => sql<string[]>`array${endsOf(entry)}`.as('ends'));
}

function endsOf({ selectFrom }: Entry) {
  return selectFrom('paymentLedger as end')
    .where('end.kind', 'in', ['dispute_won', 'dispute_lost', 'dispute_closed'])
    .whereRef('end.providerRef', '=', 'paymentLedger.providerRef')
    .select('end.kind');
}

function selectEntries(db: Queryable) {
  return db
    .selectFrom('paymentLedger')
    .select(({ fn }) => ['providerRef as reference', 'amount', fn<string>('upper', ['currency']).as('currency')])
    .select(bucketOfEntry)
    .orderBy('id');
}

function bucketOfEntry({ selectFrom }: Entry) {
  return selectFrom('checkouts')
    .where(({ or, eb, ref }) =>
      or([
        eb('checkouts.paymentIntent', '=', ref('paymentLedger.paymentIntent')),
        eb('checkouts.id', '=', ref('paymentLedger.checkoutId')),
      ]),
    )
    .select('checkouts.bucketId')
    .orderBy('checkouts.paymentIntent')
    .limit(1)
    .as('bucketId');
}

function isIn({ from, to }: Period) {
  return ({ and, eb }: Entry) => and([eb('recordedAt', '>=', from), eb('recordedAt', '<', to)]);
}

/** Whether a payment belongs to an order of ours; other shops may use the same account. */
export async function isOurPayment(db: Queryable, paymentIntent: string): Promise<boolean> {
  const found = await db
    .selectFrom('checkouts')
    .where('paymentIntent', '=', paymentIntent)
    .select(({ lit }) => lit(true).as('isOurs'))
    .unionAll(({ selectFrom, lit }) =>
      selectFrom('paymentLedger')
        .where('kind', '=', 'charge')
        .where('providerRef', '=', paymentIntent)
        .select(lit(true).as('isOurs')),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export interface ExcessRefund {
  bucketId: string | null;
  currency: string;
  /** Minor units. */
  charged: number;
  refunded: number;
}

/** The sums of a payment if more was refunded than charged, else undefined. */
export function findExcessRefund(db: Queryable, paymentIntent: string): Promise<ExcessRefund | undefined> {
  return (
    db
      .selectFrom('paymentLedger as charge')
      .innerJoin('refundedPayments as refund', 'refund.paymentIntent', 'charge.providerRef')
      .leftJoin('checkouts', 'checkouts.paymentIntent', 'charge.providerRef')
      .where('charge.kind', '=', 'charge')
      .where('charge.providerRef', '=', paymentIntent)
      .whereRef('refund.amount', '>', 'charge.amount')
      .select(({ fn }) => [
        'checkouts.bucketId',
        fn<string>('upper', ['charge.currency']).as('currency'),
        'charge.amount as charged',
        'refund.amount as refunded',
      ])
      // It was compared.
      .$narrowType<{ refunded: NotNull }>()
      .executeTakeFirst()
  );
}
