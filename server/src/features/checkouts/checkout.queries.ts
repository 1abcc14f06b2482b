import type { Action } from '@keepsake/contract/photos/content';
import type { Currency } from '@keepsake/contract/primitives';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { any, appNow, later } from '../../platform/database/expressions.ts';
import { toJson } from '../../platform/database/json.ts';
import { prepared, type Placeholders } from '../../platform/database/prepared.ts';
import type { CheckoutRequest } from '../../providers/payment/payments.ts';
import type { ProviderName } from '../../providers/video/video-provider.ts';
import type { OrderPrice } from '../pricing/price-order.ts';
import type { PromptRow } from '../prompts/prompt.queries.ts';

/** The effects of every photo as they were priced, with the replacements that the customer agreed to. */
export type FrozenOrder = { photoId: string; actions: Action[] }[];
/** The ordered effects, each with the name and wording of that moment: an administrator may change them before the payment. */
export type FrozenPrompts = Pick<PromptRow, 'id' | 'action' | 'prompt' | 'effect'>[];
/** The order and its price; never changes once the row is written. Rows of older versions lack the prompts and the provider. */
export type FrozenPrice = Pick<OrderPrice, 'subtotal' | 'discounts' | 'lines'> & {
  order: FrozenOrder;
  prompts?: FrozenPrompts;
  /** Who was to make the films: what they can show was known for this provider. */
  provider?: ProviderName;
};
/** What the request for a session contains in addition to the row's columns. */
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
  /** Since when its session is complete while a delayed payment is pending. The state stays `open` until the payment succeeds or fails. */
  processingAt: Date | null;
  /** Why the payment that the provider reported does not match the request; while this is set, nothing is fulfilled. */
  doubt: string | null;
  /** Its session has expired, or expires within minutes. */
  ending: boolean;
  /** Created more than ten minutes ago. */
  old: boolean;
}

export type NewCheckout = Pick<
  Checkout,
  'id' | 'bucketId' | 'revision' | 'price' | 'amount' | 'currency' | 'photos' | 'films' | 'request'
> & { userId: string };

declare module '../../platform/database/json.ts' {
  interface JsonColumns {
    'checkouts.price': FrozenPrice;
    'checkouts.request': FrozenSessionRequest;
  }
}

const minutes = 60_000;

/** A session lives for a day. We count a little less, so that no customer is sent to one that is about to expire. */
const sessionLife = (24 * 60 - 5) * minutes;

export const checkoutColumns = [
  'id',
  'bucketId',
  'revision',
  'price',
  'amount',
  'currency',
  'photos',
  'films',
  'request',
  'idempotencyKey',
  'sessionId',
  'url',
  'state',
  'createdAt',
  'fulfilledAt',
  'unfulfilledReason',
  'processingAt',
  'doubt',
] as const;

export const checkoutAges = [
  sql<boolean>`expires_at < ${appNow}`.as('ending'),
  sql<boolean>`created_at < ${later(appNow, -10 * minutes)}`.as('old'),
];

/** The session is not known to have ended. Literals, because PostgreSQL then uses the partial indexes. */
export const isLive = sql<boolean>`state in ('creating', 'open')`;
export const isOpen = sql<boolean>`state = 'open'`;

/** Saves the intent to request a session, before the request is sent. The caller holds the bucket's lock; a bucket has at most one live checkout. */
export function insertCheckout(tx: Tx, checkout: NewCheckout): Promise<Checkout> {
  const { id, bucketId, userId, revision, price, amount, currency, photos, films, request } = checkout;
  return tx
    .insertInto('checkouts')
    .values({
      id,
      bucketId,
      userId,
      revision,
      price: toJson(price),
      amount,
      currency,
      photos,
      films,
      request: request && toJson(request),
      idempotencyKey: `checkout-${id}`,
      state: 'creating',
      createdAt: appNow,
      expiresAt: later(appNow, sessionLife),
    })
    .returning(checkoutColumns)
    .returning(checkoutAges)
    .executeTakeFirstOrThrow();
}

export function selectCheckouts(db: Queryable) {
  return db.selectFrom('checkouts').select(checkoutColumns).select(checkoutAges);
}

export function checkoutById(db: Queryable, id: string): Promise<Checkout | undefined> {
  return selectCheckouts(db).where('id', '=', id).executeTakeFirst();
}

/** The bucket's checkout whose session is not known to have ended, if any. */
export function liveCheckout(db: Queryable, bucketId: string): Promise<Checkout | undefined> {
  return selectCheckouts(db).where('bucketId', '=', bucketId).where(isLive).executeTakeFirst();
}

/** The checkout of a session. One whose session id was never saved is found by the id in the session's metadata. */
export function checkoutOfSession(
  db: Queryable,
  session: { id: string; checkoutId: string | null },
): Promise<Checkout | undefined> {
  return selectCheckouts(db)
    .where(({ or, and, eb }) =>
      or([eb('sessionId', '=', session.id), and([eb('id', '=', session.checkoutId), eb('sessionId', 'is', null)])]),
    )
    .orderBy('sessionId')
    .limit(1)
    .executeTakeFirst();
}

/** The bucket of a payment: that of the checkout it completed, else of the checkout named in our metadata at the provider. */
export async function bucketOfPayment(
  db: Queryable,
  payment: { paymentIntent: string | null; checkoutId: string | null },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .where(({ or, eb }) => or([eb('paymentIntent', '=', payment.paymentIntent), eb('id', '=', payment.checkoutId)]))
    .select('bucketId')
    .orderBy('paymentIntent')
    .limit(1)
    .executeTakeFirst();
  return row?.bucketId;
}

/** Locks a checkout. Lock its bucket first. */
export function lockCheckout(tx: Tx, id: string): Promise<Checkout> {
  return selectCheckouts(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** Saves the session that was created for a checkout, unless one is saved already. @returns the updated checkout */
export async function recordSession(
  db: Queryable,
  id: string,
  session: { id: string; url: string | null },
): Promise<Checkout | undefined> {
  await db
    .updateTable('checkouts')
    .where('id', '=', id)
    .where('state', '=', 'creating')
    .set({ state: 'open', sessionId: session.id, url: session.url, request: null })
    .execute();
  return checkoutById(db, id);
}

/** Records that a checkout's session is complete while its payment is pending. */
export async function markProcessing(
  db: Queryable,
  id: string,
  session: { id: string; url: string | null },
): Promise<void> {
  await recordSession(db, id, session);
  await db
    .updateTable('checkouts')
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('processingAt', 'is', null)
    .set({ processingAt: appNow })
    .execute();
}

/** Records why the payment that the provider reported does not match an unpaid checkout. */
export async function setCheckoutDoubt(db: Queryable, id: string, doubt: string): Promise<void> {
  await db.updateTable('checkouts').where('id', '=', id).where('state', '<>', 'complete').set({ doubt }).execute();
}

/** Clears a recorded mismatch or pending payment: the session can still be paid. */
export async function markPayable(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('checkouts')
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where(({ or, eb }) => or([eb('processingAt', 'is not', null), eb('doubt', 'is not', null)]))
    .set({ processingAt: null, doubt: null })
    .execute();
}

/**
 * Ends an unpaid checkout: its session has expired, its payment failed, or it never had a session.
 * @returns whether it was live until now
 */
export async function endCheckout(db: Queryable, id: string, state: 'expired' | 'failed'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('checkouts')
    .where('id', '=', id)
    .where(isLive)
    .set({ state, request: null })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The user of the checkout; null once the account is deleted. */
export async function payerOf(db: Queryable, id: string): Promise<string | null> {
  const row = await db.selectFrom('checkouts').where('id', '=', id).select('userId').executeTakeFirst();
  return row?.userId ?? null;
}

/** Records a payment: as fulfilled, or with the reason why it is not. */
export async function recordPayment(
  tx: Tx,
  id: string,
  payment: { sessionId: string | null; paymentIntent: string | null; unfulfilledReason: string | null },
): Promise<void> {
  const { sessionId, paymentIntent, unfulfilledReason } = payment;
  await tx
    .updateTable('checkouts')
    .where('id', '=', id)
    .set(({ fn, val }) => ({
      state: 'complete',
      request: null,
      completedAt: appNow,
      sessionId: fn.coalesce('sessionId', val(sessionId)),
      paymentIntent,
      unfulfilledReason,
      fulfilledAt: unfulfilledReason === null ? appNow : null,
    }))
    .execute();
}

/**
 * Whether the delayed payment of each unpaid bucket is pending or has failed, by its latest checkout. Buckets without a delayed payment are left out.
 */
export async function delayedPayments(
  db: Queryable,
  bucketIds: readonly string[],
): Promise<Map<string, 'under_way' | 'failed'>> {
  const rows = await latestDelayed(db, { bucketIds });
  return new Map(rows.map(({ bucketId, state }) => [bucketId, state === 'open' ? 'under_way' : 'failed']));
}

const latestDelayed = prepared((db, { bucketIds }: Placeholders<{ bucketIds: readonly string[] }>) => {
  const latest = db
    .selectFrom('checkouts')
    .distinctOn('bucketId')
    .where('bucketId', '=', any(bucketIds))
    .select(['bucketId', 'state', 'processingAt'])
    .orderBy('bucketId')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');
  return db
    .selectFrom(latest.as('latest'))
    .where('processingAt', 'is not', null)
    .where('state', 'in', ['open', 'failed'])
    .select(['bucketId', 'state']);
});
