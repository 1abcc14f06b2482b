import type { consents } from '@keepsake/contract/orders/payment';
import type { Language } from '@keepsake/contract/primitives';
import type { ExpressionBuilder } from 'kysely';
import type * as z from 'zod/mini';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { appNow } from '../../platform/database/expressions.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import type { Checkout } from '../checkouts/checkout.queries.ts';

interface SeenEvent {
  id: string;
  type: string;
}

/**
 * Claims an event for this transaction. Waits for another transaction that is processing the same event.
 * @returns false if it was processed before
 */
export async function claimEvent(tx: Tx, { id, type }: SeenEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paymentEvents')
    .values({ id, type, receivedAt: appNow, outcome: 'claimed' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function setEventOutcome(tx: Tx, id: string, outcome: string): Promise<void> {
  await tx.updateTable('paymentEvents').where('id', '=', id).set({ outcome }).execute();
}

/** The time, by the provider's clock, up to which its list of session events was read; undefined if it never was. */
export async function eventCursor(db: Queryable): Promise<Date | undefined> {
  const row = await db.selectFrom('paymentNewsCursor').select('seenUntil').executeTakeFirst();
  return row?.seenUntil;
}

/** Advances the time; an earlier value is ignored. */
export async function setEventCursor(db: Queryable, at: Date): Promise<void> {
  await db
    .insertInto('paymentNewsCursor')
    .values({ seenUntil: at })
    .onConflict((conflict) =>
      conflict.column('onlyOne').doUpdateSet(({ fn }) => ({
        seenUntil: fn<Date>('greatest', ['paymentNewsCursor.seenUntil', 'excluded.seenUntil']),
      })),
    )
    .execute();
}

export type GivenConsents = z.output<typeof consents>;

interface StoredConsent {
  kind: 'guidelines' | 'final_sale';
  textVersion: string;
  language: Language;
  givenAt: Date;
}

/** Stores both consents with time, language and version of the text. An earlier consent to the same version is kept. */
export async function storeConsents(
  db: Queryable,
  bucketId: string,
  userId: string,
  { textVersion, language }: GivenConsents,
): Promise<void> {
  for (const kind of ['guidelines', 'final_sale'] as const) {
    await db
      .insertInto('consents')
      .values({ id: newId(), bucketId, userId, kind, textVersion, language, givenAt: appNow })
      .onConflict((conflict) => conflict.columns(['bucketId', 'kind', 'textVersion']).doNothing())
      .execute();
  }
}

/** The consents in force: the latest of each kind. */
export function consentsOfBucket(db: Queryable, bucketId: string): Promise<StoredConsent[]> {
  return (
    db
      .selectFrom('consents')
      .distinctOn('kind')
      .where('bucketId', '=', bucketId)
      .select(['kind', 'textVersion', 'language', 'givenAt'])
      .orderBy('kind')
      .orderBy('givenAt', 'desc')
      .orderBy('id', 'desc')
      // The column has no check, but only `storeConsents` writes it.
      .$narrowType<{ language: Language }>()
      .execute()
  );
}

/** Adds a fulfilled order to the revenue. */
export async function recordSale(tx: Tx, checkout: Checkout): Promise<void> {
  const { id, bucketId, amount, currency, photos, films } = checkout;
  await tx
    .insertInto('sales')
    .values({ bucketId, checkoutId: id, amount, currency, photos, films, paidAt: appNow })
    .execute();
}

/** Paid but not fulfilled, and not fully refunded yet, by the payment provider's reports and the refunds that administrators recorded. */
export function isToBeRefunded({ eb, and, not, exists, selectFrom }: ExpressionBuilder<Tables, 'checkouts'>) {
  return and([
    eb('unfulfilledReason', 'is not', null),
    eb('checkouts.paymentIntent', 'is not', null),
    not(
      exists(
        selectFrom('paymentLedger as charge')
          .innerJoin('refundedPayments as refunded', 'refunded.paymentIntent', 'charge.providerRef')
          .where('charge.kind', '=', 'charge')
          .whereRef('charge.providerRef', '=', 'checkouts.paymentIntent')
          .whereRef('refunded.amount', '>=', 'charge.amount')
          .select('charge.id'),
      ),
    ),
  ]);
}
