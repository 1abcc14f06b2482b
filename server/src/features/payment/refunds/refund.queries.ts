import type { RefundScope, RefundState } from '@keepsake/contract/orders/refunds';
import type { Translated } from '@keepsake/contract/primitives';
import { sql, type ExpressionBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { any, appNow, databaseNow, later } from '../../../platform/database/expressions.ts';
import { toJson } from '../../../platform/database/json.ts';
import type { Tables } from '../../../platform/database/tables.ts';

/** A film of a refund, with its share of the amount in minor units. */
export interface RefundedFilm {
  id: string;
  action: Translated;
  number: number;
  amount: number;
}

declare module '../../../platform/database/json.ts' {
  interface JsonColumns {
    'refunds.films': RefundedFilm[];
  }
}

export interface RefundRow {
  id: string;
  bucketId: string;
  paymentIntent: string;
  /** Minor units. */
  amount: number;
  currency: string;
  note: string;
  scope: RefundScope;
  films: RefundedFilm[];
  filmsGo: boolean;
  state: RefundState;
  providerRef: string | null;
  failureCode: string | null;
  failure: string | null;
  requests: number;
  requestedBy: string;
  requestedAt: Date;
  endedAt: Date | null;
  filmsRemovedAt: Date | null;
}

const columns = [
  'id',
  'bucketId',
  'paymentIntent',
  'amount',
  'currency',
  'note',
  'scope',
  'films',
  'filmsGo',
  'state',
  'providerRef',
  'failureCode',
  'failure',
  'requests',
  'requestedBy',
  'requestedAt',
  'endedAt',
  'filmsRemovedAt',
] as const;

/** States in which the provider has neither confirmed nor refused the refund. */
const undecided = ['requested', 'sent', 'unknown'] as const;

export type NewRefundRow = Pick<
  RefundRow,
  'id' | 'bucketId' | 'currency' | 'paymentIntent' | 'amount' | 'note' | 'scope' | 'films' | 'filmsGo' | 'requestedBy'
>;

/** @returns false if a refund with this id exists: one of another payment, as the caller holds the lock of this one */
export async function insertRefundRequest(tx: Tx, { films, ...row }: NewRefundRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('refunds')
    .values({ ...row, films: toJson(films), requestedAt: appNow, lookAt: databaseNow })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export function refundById(db: Queryable, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').where('id', '=', id).select(columns).executeTakeFirst();
}

export function lockRefund(tx: Tx, id: string): Promise<RefundRow | undefined> {
  return tx.selectFrom('refunds').where('id', '=', id).select(columns).forUpdate().executeTakeFirst();
}

/** Newest first. */
export function refundsOfBucket(db: Queryable, bucketId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .where('bucketId', '=', bucketId)
    .select(columns)
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** By payment, in minor units, the refunds in progress that are not in the ledger yet. Payments without one are left out. */
export async function refundsUnderWay(db: Queryable, payments: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('refunds')
    .where('paymentIntent', '=', any(payments))
    .where('state', 'in', undecided)
    .groupBy('paymentIntent')
    .select(({ fn, cast }) => ['paymentIntent', cast<number>(fn.sum('amount'), 'bigint').as('amount')])
    .execute();
  return new Map(rows.map(({ paymentIntent, amount }) => [paymentIntent, amount]));
}

/** Locks our refund that matches one of the provider's: by the provider's id, else by our id in its metadata. */
export function lockRefundOf(
  tx: Tx,
  made: { id: string; refundId: string | null; paymentIntent: string | null },
): Promise<RefundRow | undefined> {
  return tx
    .selectFrom('refunds')
    .where(({ or, and, eb }) =>
      or([
        eb('providerRef', '=', made.id),
        and([eb('id', '=', made.refundId), eb('paymentIntent', '=', made.paymentIntent)]),
      ]),
    )
    .select(columns)
    .orderBy(sql`provider_ref = ${made.id}`, (order) => order.desc().nullsLast())
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether a refund of this payment is in progress. */
export async function isRefundUnderWay(db: Queryable, paymentIntent: string): Promise<boolean> {
  return (await undecidedRefundsOf(db, paymentIntent)).length > 0;
}

/** Ids of refunds of this payment that the provider has not confirmed or refused. */
export async function undecidedRefundsOf(db: Queryable, paymentIntent: string): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .where('paymentIntent', '=', paymentIntent)
    .where('state', 'in', ['sent', 'unknown', 'pending'])
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** For this many hours after its first request a refund may be requested again with the same key; the provider remembers keys for 24 hours. */
const keyLifeHours = 23;

/** Whether a request that may have been sent is too old to be repeated with its key. */
function isKeyOld({ eb }: ExpressionBuilder<Tables, 'refunds'>) {
  return eb('sentAt', '<', later(databaseNow, -keyLifeHours * 3_600_000));
}

/**
 * Records the intent before the provider is called.
 * @returns false if another run has called it meanwhile, or the key is too old: then it must not be called
 */
export async function markRefundSent(db: Queryable, { id, requests }: RefundRow, waitMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .where('id', '=', id)
    .where('requests', '=', requests)
    .where('state', 'in', undecided)
    .where((refund) => refund.or([refund('sentAt', 'is', null), refund.not(isKeyOld(refund))]))
    .set(({ eb, fn }) => ({
      state: eb
        .case()
        .when('state', '=', 'requested')
        .then('sent' as const)
        .else(eb.ref('state'))
        .end(),
      requests: eb('requests', '+', 1),
      sentAt: fn.coalesce('sentAt', databaseNow),
      lookAt: later(databaseNow, waitMs),
    }))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Records that the provider gave no clear answer, or that the bank has not confirmed the refund.
 * @returns false if the state has changed meanwhile
 */
export async function postponeRefund(
  tx: Tx,
  { id, state, reason, waitMs }: { id: string; state: 'unknown' | 'pending'; reason: string | null; waitMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .where('id', '=', id)
    .where('state', 'in', state === 'pending' ? ['pending'] : ['sent', 'unknown'])
    .set({ state, failure: reason, lookAt: later(databaseNow, waitMs) })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records that no refund was made. @returns false if the state has changed meanwhile */
export async function markRefused(tx: Tx, id: string, failure: { code: string; text: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .where('id', '=', id)
    .where('state', 'in', undecided)
    .set({ state: 'refused', failureCode: failure.code, failure: failure.text, lookAt: null, endedAt: appNow })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records the provider's state of a refund. */
export async function recordRefundState(
  tx: Tx,
  id: string,
  made: { providerRef: string; state: 'pending' | 'succeeded' | 'failed'; failureCode: string | null; waitMs: number },
): Promise<void> {
  const { providerRef, state, failureCode, waitMs } = made;
  const isEnd = state !== 'pending';
  await tx
    .updateTable('refunds')
    .where('id', '=', id)
    .set({
      providerRef,
      state,
      failureCode,
      failure: null,
      lookAt: isEnd ? null : later(databaseNow, waitMs),
      endedAt: isEnd ? appNow : null,
    })
    .execute();
}

/** Milliseconds since the refund was first requested from the provider, and whether it is too late to repeat the request. */
export function ageOfRequest(db: Queryable, id: string): Promise<{ ageMs: number; keyIsOld: boolean } | undefined> {
  return db
    .selectFrom('refunds')
    .where('id', '=', id)
    .where('sentAt', 'is not', null)
    .select((refund) => [
      sql<number>`(extract(epoch from now() - sent_at) * 1000)::double precision`.as('ageMs'),
      isKeyOld(refund).$castTo<boolean>().as('keyIsOld'),
    ])
    .executeTakeFirst();
}

/** Refunds whose next step is overdue, for example because its job was lost. */
export async function overdueRefunds(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .where('lookAt', '<', later(databaseNow, -30_000))
    .select('id')
    .orderBy('lookAt')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Records that the films of a refund were deleted. */
export async function markFilmsRemoved(tx: Tx, id: string, count: number): Promise<void> {
  await tx.updateTable('refunds').where('id', '=', id).set({ filmsRemovedAt: appNow, filmsRemoved: count }).execute();
}
