import type { Translated } from '@keepsake/contract/primitives';
import type { Insertable, RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { appNow } from '../../../platform/database/expressions.ts';
import { toJson, type JsonOf } from '../../../platform/database/json.ts';
import type { CreditsTable } from '../../../platform/database/tables.ts';

interface NewCredit {
  /** Idempotency key, chosen by the administrator's page: a repeated request creates one credit. */
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

/** @returns false if a credit with this id or provider's reference exists */
export function insertRefund(tx: Tx, refund: NewRefund): Promise<boolean> {
  const { paymentIntent, providerRef, amount, currency } = refund;
  return insertCredit(tx, refund, { kind: 'refund', paymentIntent, providerRef, amount, currency });
}

/** @returns false if it exists */
export function insertGrant(tx: Tx, grant: NewGrant): Promise<boolean> {
  const { films, effect } = grant;
  return insertCredit(tx, grant, { kind: 'films', films, effect: toJson(effect) });
}

type GivenColumns = Pick<
  Insertable<CreditsTable>,
  'kind' | 'paymentIntent' | 'providerRef' | 'amount' | 'currency' | 'films'
> & { effect?: RawBuilder<JsonOf<Translated>> };

async function insertCredit(tx: Tx, credit: NewCredit, given: GivenColumns): Promise<boolean> {
  const { id, bucketId, note, recordedBy } = credit;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('credits')
    .values({ id, bucketId, note, recordedBy, recordedAt: appNow, ...given })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The reported refund with this provider's reference, if any. */
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
