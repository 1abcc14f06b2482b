import type { Translated } from '@keepsake/contract/primitives';
import { sql, type Queryable, type Tx } from '../../../platform/database/db.ts';

interface NewCredit {
  /** Made by the page: asked twice, it is one credit. */
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

export function creditById(db: Queryable, id: string): Promise<Credit | undefined> {
  return db.first(sql`
    select id, kind, bucket_id, payment_intent, provider_ref, amount, films, note from credits where id = ${id}`);
}

/** @returns whether it is new: of one id, and of one reference, there is one */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<boolean> {
  const { id, bucketId, paymentIntent, providerRef, amount, currency, note, recordedBy } = refund;
  const added = await tx.run(sql`
    insert into credits (id, kind, bucket_id, payment_intent, provider_ref, amount, currency, note, recorded_by, recorded_at)
    values (${id}, 'refund', ${bucketId}, ${paymentIntent}, ${providerRef}, ${amount}, ${currency}, ${note}, ${recordedBy}, app_now())
    on conflict do nothing`);
  return added === 1;
}

/** @returns whether it is new */
export async function insertGrant(
  tx: Tx,
  { id, bucketId, films, effect, note, recordedBy }: NewGrant,
): Promise<boolean> {
  const added = await tx.run(sql`
    insert into credits (id, kind, bucket_id, films, effect, note, recorded_by, recorded_at)
    values (${id}, 'films', ${bucketId}, ${films}, ${JSON.stringify(effect)}::jsonb, ${note}, ${recordedBy}, app_now())
    on conflict do nothing`);
  return added === 1;
}

/** The refund with this reference that the provider reported, if any. */
export function findReportedRefund(
  db: Queryable,
  reference: string,
): Promise<{ amount: number; paymentIntent: string | null } | undefined> {
  return db.first(sql`
    select amount, payment_intent from payment_ledger where kind = 'refund' and provider_ref = ${reference}`);
}
