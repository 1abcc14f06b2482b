import type { consents } from '@keepsake/contract/payment';
import type * as z from 'zod/mini';
import { sql, type Tx, type Queryable } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import type { Checkout } from '../checkouts/checkout.queries.ts';

interface SeenEvent {
  id: string;
  type: string;
}

/** Claims an event for this transaction; false where it was processed before. Waits for a transaction that processes it now. */
export async function claimEvent(tx: Tx, event: SeenEvent): Promise<boolean> {
  const claimed = await tx.run(sql`
    insert into payment_events (id, type, received_at, outcome)
    values (${event.id}, ${event.type}, app_now(), 'claimed')
    on conflict (id) do nothing`);
  return claimed === 1;
}

export async function setEventOutcome(tx: Tx, id: string, outcome: string): Promise<void> {
  await tx.run(sql`update payment_events set outcome = ${outcome} where id = ${id}`);
}

/** Up to which moment of the provider's clock its list of what happened was read; undefined where it never was. */
export async function newsSeenUntil(db: Queryable): Promise<Date | undefined> {
  const row = await db.first<{ seenUntil: Date }>(sql`select seen_until from payment_news_cursor`);
  return row?.seenUntil;
}

export async function setNewsSeenUntil(db: Queryable, at: Date): Promise<void> {
  await db.run(sql`
    insert into payment_news_cursor (seen_until) values (${at})
    on conflict (only_one) do update set seen_until = greatest(payment_news_cursor.seen_until, excluded.seen_until)`);
}

export type GivenConsents = z.output<typeof consents>;

interface StoredConsent {
  kind: 'guidelines' | 'final_sale';
  textVersion: string;
  language: 'en' | 'hu' | 'de' | 'fr' | 'es';
  givenAt: Date;
}

/** Stores both boxes with time, language and text film; what was given before to the same text stays as it was. */
export async function storeConsents(
  db: Queryable,
  bucketId: string,
  userId: string,
  given: GivenConsents,
): Promise<void> {
  for (const kind of ['guidelines', 'final_sale'] as const) {
    await db.run(sql`
      insert into consents (id, bucket_id, user_id, kind, text_version, language, given_at)
      values (${newId()}, ${bucketId}, ${userId}, ${kind}, ${given.textVersion}, ${given.language}, app_now())
      on conflict (bucket_id, kind, text_version) do nothing`);
  }
}

/** The consents in force: the latest of each kind. */
export function consentsOfBucket(db: Queryable, bucketId: string): Promise<StoredConsent[]> {
  return db.query(sql`
    select distinct on (kind) kind, text_version, language, given_at
    from consents where bucket_id = ${bucketId} order by kind, given_at desc, id desc`);
}

/** Adds a fulfilled order to the revenue ledger. */
export async function recordSale(tx: Tx, checkout: Checkout): Promise<void> {
  await tx.run(sql`
    insert into sales (bucket_id, checkout_id, amount, currency, photos, films, paid_at)
    values (${checkout.bucketId}, ${checkout.id}, ${checkout.amount}, ${checkout.currency}, ${checkout.photos},
      ${checkout.films}, app_now())`);
}
