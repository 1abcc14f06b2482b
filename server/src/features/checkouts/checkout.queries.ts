import type { Currency } from '@keepsake/contract/primitives';
import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';
import type { CheckoutRequest } from '../../providers/payment/payments.ts';
import type { OrderPrice } from '../pricing/price-order.ts';

/** The effects of every photo, as they were priced. */
export type FrozenOrder = { photoId: string; actions: { promptId: string; variety: number }[] }[];
/** The order and its price; never changes once the row is written. */
export type FrozenPrice = Pick<OrderPrice, 'subtotal' | 'discounts' | 'lines'> & { order: FrozenOrder };
/** What the request for a session holds beside the columns of the row. */
export type FrozenSessionRequest = Pick<
  CheckoutRequest,
  'invoiceId' | 'email' | 'language' | 'lines' | 'successUrl' | 'cancelUrl'
>;

export interface Checkout {
  id: string;
  bucketId: string;
  revision: number;
  price: FrozenPrice;
  /** Minor units. */
  amount: number;
  currency: Currency;
  photos: number;
  films: number;
  request: FrozenSessionRequest | null;
  idempotencyKey: string;
  sessionId: string | null;
  url: string | null;
  state: 'creating' | 'open' | 'complete' | 'expired' | 'failed';
  createdAt: Date;
  fulfilledAt: Date | null;
  unfulfilledReason: string | null;
  /** Its session is complete, but the money takes days: since when. The state stays `open` until it arrives or fails. */
  processingAt: Date | null;
  /** What the provider stated of its payment that does not fit; while it stands, nothing is fulfilled. */
  doubt: string | null;
  /** Its session's day is over, or nearly. */
  ending: boolean;
  /** Begun more than ten minutes ago. */
  old: boolean;
}

export type NewCheckout = Pick<
  Checkout,
  'id' | 'bucketId' | 'revision' | 'price' | 'amount' | 'currency' | 'photos' | 'films' | 'request'
> & { userId: string };

const columns = sql`
  id, bucket_id, revision, price, amount, currency, photos, films, request, idempotency_key, session_id, url, state,
  created_at, fulfilled_at, unfulfilled_reason, processing_at, doubt, expires_at < app_now() as ending,
  created_at < app_now() - interval '10 minutes' as old`;

/** Sessions live a day; a little less, so that nobody is sent to one that ends in a moment. */
const expiry = sql`app_now() + interval '23 hours 55 minutes'`;

/** Writes the intent to request a session. Of those who do so at once for one set only one succeeds: hold its bucket's lock. */
export async function insertCheckout(tx: Tx, checkout: NewCheckout): Promise<Checkout> {
  const { id, bucketId, userId, revision, price, amount, currency, photos, films, request } = checkout;
  const row = await tx.first<Checkout>(sql`
    insert into checkouts (id, bucket_id, user_id, revision, price, amount, currency, photos, films, request,
      idempotency_key, state, created_at, expires_at)
    values (${id}, ${bucketId}, ${userId}, ${revision}, ${price}, ${amount}, ${currency}, ${photos}, ${films}, ${request},
      ${`checkout-${id}`}, 'creating', app_now(), ${expiry})
    returning ${columns}`);
  if (!row) throw new Error('The checkout was not written');
  return row;
}

export function checkoutById(db: Queryable, id: string): Promise<Checkout | undefined> {
  return db.first(sql`select ${columns} from checkouts where id = ${id}`);
}

/** The checkout whose session is not known to have ended, if the set has one. */
export function liveCheckout(db: Queryable, bucketId: string): Promise<Checkout | undefined> {
  return db.first(
    sql`select ${columns} from checkouts where bucket_id = ${bucketId} and state in ('creating', 'open')`,
  );
}

/** The checkout of a session; one that never learned its session's id is known by what the session says of itself. */
export function checkoutOfSession(
  db: Queryable,
  session: { id: string; checkoutId: string | null },
): Promise<Checkout | undefined> {
  return db.first(sql`
    select ${columns} from checkouts
    where session_id = ${session.id} or (id = ${session.checkoutId} and session_id is null)
    order by session_id limit 1`);
}

/** The set that a payment is of: its checkout was completed with it, or the provider's copy of our metadata names it. */
export async function bucketOfPayment(
  db: Queryable,
  payment: { paymentIntent: string | null; checkoutId: string | null },
): Promise<string | undefined> {
  const row = await db.first<{ bucketId: string }>(sql`
    select bucket_id from checkouts where payment_intent = ${payment.paymentIntent} or id = ${payment.checkoutId}
    order by payment_intent limit 1`);
  return row?.bucketId;
}

/** Locks a checkout; the bucket's lock comes first. */
export async function lockCheckout(tx: Tx, id: string): Promise<Checkout> {
  const row = await tx.first<Checkout>(sql`select ${columns} from checkouts where id = ${id} for update`);
  if (!row) throw new Error(`Checkout ${id} is gone`);
  return row;
}

/** Notes the session that was made for an intent; the row as it is afterwards, whoever noted it. */
export async function recordSession(
  db: Queryable,
  id: string,
  session: { id: string; url: string | null },
): Promise<Checkout | undefined> {
  await db.run(sql`
    update checkouts set state = 'open', session_id = ${session.id}, url = ${session.url}, request = null
    where id = ${id} and state = 'creating'`);
  return checkoutById(db, id);
}

/** Takes one open checkout of these sets that nobody looked up in the last ten seconds, for who looks it up now. */
export function claimLookUp(db: Queryable, bucketIds: readonly string[]): Promise<Checkout | undefined> {
  return db.first(sql`
    update checkouts set asked_at = app_now()
    where id = (
      select id from checkouts
      where bucket_id = any(${[...bucketIds]}::uuid[]) and state = 'open' and session_id is not null
        and (asked_at is null or asked_at < app_now() - interval '10 seconds')
      order by asked_at nulls first limit 1 for update skip locked
    ) returning ${columns}`);
}

/** Notes that a checkout's session is complete and its money on the way. */
export async function markProcessing(
  db: Queryable,
  id: string,
  session: { id: string; url: string | null },
): Promise<void> {
  await recordSession(db, id, session);
  await db.run(sql`
    update checkouts set processing_at = app_now() where id = ${id} and state = 'open' and processing_at is null`);
}

/** Notes a statement of the provider that does not fit what was asked of an unpaid checkout. */
export async function doubtCheckout(db: Queryable, id: string, doubt: string): Promise<void> {
  await db.run(sql`update checkouts set doubt = ${doubt} where id = ${id} and state <> 'complete'`);
}

/** The session can still be paid: clears what was recorded against that. */
export async function markPayable(db: Queryable, id: string): Promise<void> {
  await db.run(sql`
    update checkouts set processing_at = null, doubt = null
    where id = ${id} and state = 'open' and (processing_at is not null or doubt is not null)`);
}

/**
 * Ends a checkout that was not paid: its session has expired, its payment failed, or there never was a session.
 * @returns whether it was live until now
 */
export async function endCheckout(db: Queryable, id: string, state: 'expired' | 'failed'): Promise<boolean> {
  const ended = await db.run(sql`
    update checkouts set state = ${state}, request = null where id = ${id} and state in ('creating', 'open')`);
  return ended === 1;
}

/** Whose checkout it is; null once the account is gone. */
export async function payerOf(db: Queryable, id: string): Promise<string | null> {
  const row = await db.first<{ userId: string | null }>(sql`select user_id from checkouts where id = ${id}`);
  return row?.userId ?? null;
}

/** Notes a payment: fulfilled, or the reason why not. */
export async function recordPayment(
  tx: Tx,
  id: string,
  payment: { sessionId: string | null; paymentIntent: string | null; unfulfilledReason: string | null },
): Promise<void> {
  await tx.run(sql`
    update checkouts set state = 'complete', request = null, completed_at = app_now(),
      session_id = coalesce(session_id, ${payment.sessionId}), payment_intent = ${payment.paymentIntent},
      unfulfilled_reason = ${payment.unfulfilledReason},
      fulfilled_at = case when ${payment.unfulfilledReason}::text is null then app_now() end
    where id = ${id}`);
}

/** A live checkout, and whether its set is still what it asks money for. */
export type SweptCheckout = Checkout & { current: boolean };

/**
 * Live checkouts that we bring to their end, by id: half begun, with their day over, or of a set that has changed. Those being made right
 * now are left to whoever makes them.
 */
export function checkoutsToEnd(db: Queryable, after: string | null, limit: number): Promise<SweptCheckout[]> {
  return db.query(sql`
    select * from (
      select ${columns}, exists (
        select 1 from buckets b where b.id = checkouts.bucket_id and b.status = 'pending' and b.revision = checkouts.revision
      ) as current
      from checkouts
      where state in ('creating', 'open') and (state = 'open' or created_at < app_now() - interval '1 minute')
        and (${after}::uuid is null or id > ${after}::uuid)
    ) live
    where state = 'creating' or (processing_at is null and (ending or not current))
    order by id limit ${limit}`);
}

/** Open checkouts of sessions that there is news of. Of one whose money is known to be on the way only its end is news. */
export function checkoutsInTheNews(
  db: Queryable,
  news: readonly { sessionId: string; isEnd: boolean }[],
): Promise<Checkout[]> {
  const sessionIds = news.map(({ sessionId }) => sessionId);
  const endedIds = news.flatMap(({ sessionId, isEnd }) => (isEnd ? [sessionId] : []));
  return db.query(sql`
    select ${columns} from checkouts
    where session_id = any(${sessionIds}) and state = 'open' and (processing_at is null or session_id = any(${endedIds}))`);
}

/** Takes open checkouts to look up one by one, those first that were looked up longest ago. */
export function claimLookUps(db: Queryable, limit: number): Promise<Checkout[]> {
  return db.query(sql`
    update checkouts set asked_at = app_now()
    where id in (
      select id from checkouts where state = 'open' and session_id is not null
      order by asked_at nulls first, id limit ${limit} for update skip locked
    ) returning ${columns}`);
}

/** How the delayed payments of unpaid sets stand: the latest attempt of each decides. Sets without one are left out. */
export async function delayedPayments(
  db: Queryable,
  bucketIds: string[],
): Promise<Map<string, 'under_way' | 'failed'>> {
  const rows = await db.query<{ bucketId: string; state: Checkout['state'] }>(sql`
    select bucket_id, state from (
      select distinct on (bucket_id) bucket_id, state, processing_at from checkouts
      where bucket_id = any(${bucketIds}::uuid[]) order by bucket_id, created_at desc, id desc
    ) latest
    where processing_at is not null and state in ('open', 'failed')`);
  return new Map(rows.map(({ bucketId, state }) => [bucketId, state === 'open' ? 'under_way' : 'failed']));
}
