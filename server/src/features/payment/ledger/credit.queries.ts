import type { Translated } from '@keepsake/contract/primitives';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { appNow } from '../../../platform/database/expressions.ts';
import { toJson } from '../../../platform/database/json.ts';

interface NewCredit {
  /** Chosen by the administrator's page: a repeated request makes one credit. */
  id: string;
  bucketId: string;
  note: string;
  recordedBy: string;
}

export interface NewRefund extends NewCredit {
  paymentIntent: string;
  /** Minor units. */
  amount: number;
  currency: string;
  providerRef: string | null;
}

export interface NewGrant extends NewCredit {
  films: number;
  effect: Translated;
}

export interface Credit {
  id: string;
  kind: 'refund' | 'films';
  bucketId: string;
  paymentIntent: string | null;
  providerRef: string | null;
  amount: number;
  films: number;
  note: string;
}

declare module '../../../platform/database/json.ts' {
  interface JsonColumns {
    'credits.effect': Translated;
  }
}

export function creditById(db: Queryable, id: string): Promise<Credit | undefined> {
  return db
    .selectFrom('credits')
    .where('id', '=', id)
    .select(['id', 'kind', 'bucketId', 'paymentIntent', 'providerRef', 'amount', 'films', 'note'])
    .executeTakeFirst();
}

/** @returns whether it is new: an id, and a provider's reference, has one credit */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<boolean> {
  const { id, bucketId, paymentIntent, providerRef, amount, currency, note, recordedBy } = refund;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('credits')
    .values({
      id,
      kind: 'refund',
      bucketId,
      paymentIntent,
      providerRef,
      amount,
      currency,
      note,
      recordedBy,
      recordedAt: appNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns whether it is new */
export async function insertGrant(
  tx: Tx,
  { id, bucketId, films, effect, note, recordedBy }: NewGrant,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('credits')
    .values({
      id,
      kind: 'films',
      bucketId,
      films,
      effect: toJson(effect),
      note,
      recordedBy,
      recordedAt: appNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The refund with this reference that the provider reported, if any. */
export function findReportedRefund(
  db: Queryable,
  reference: string,
): Promise<{ amount: number; paymentIntent: string | null } | undefined> {
  return db
    .selectFrom('paymentLedger')
    .where('kind', '=', 'refund')
    .where('providerRef', '=', reference)
    .select(['amount', 'paymentIntent'])
    .executeTakeFirst();
}
