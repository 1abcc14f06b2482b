import { type AttentionReason, attentionReasons } from '@keepsake/contract/admin/orders';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { any } from '../../platform/database/expressions.ts';
import { isRefunded } from '../films/refunded-film.queries.ts';
import { isToBeRefunded } from '../payment/payment.queries.ts';

/** What needs an administrator, by reason. Each has an index without other rows. */
export const needs = {
  failedFilms: (db: Queryable) =>
    db
      .selectFrom('films')
      .where('state', '=', sql.lit('failed'))
      .where((film) => film.not(isRefunded(film))),
  owedFilms: (db: Queryable) => db.selectFrom('owedFilms').where('settledAt', 'is', null),
  unfulfilledPayments: (db: Queryable) => db.selectFrom('checkouts').where(isToBeRefunded),
  failedInvoices: (db: Queryable) => db.selectFrom('invoices').where('issueState', '=', sql.lit('failed')),
  /** Until the same mail has reached its reader. */
  undeliveredMails: (db: Queryable) =>
    db
      .selectFrom('mails')
      .where('mails.state', '=', sql.lit('failed'))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('mails as later')
              .whereRef('later.userId', '=', 'mails.userId')
              .whereRef('later.createdAt', '>', 'mails.createdAt')
              .whereRef('later.kind', '=', 'mails.kind')
              .where(sql<boolean>`later.bucket_id is not distinct from mails.bucket_id`)
              .where('later.state', '=', 'sent')
              .select('later.id'),
          ),
        ),
      ),
  openDisputes: (db: Queryable) =>
    db
      .selectFrom('paymentLedger as dispute')
      .where('dispute.kind', '=', sql.lit('dispute'))
      // The payment account may serve other shops too.
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(selectFrom('checkouts').whereRef('checkouts.id', '=', 'dispute.checkoutId').select('checkouts.id')),
          exists(
            selectFrom('checkouts')
              .whereRef('checkouts.paymentIntent', '=', 'dispute.paymentIntent')
              .select('checkouts.id'),
          ),
        ]),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('paymentLedger as end')
              .where('end.kind', 'in', ['dispute_won', 'dispute_lost', 'dispute_closed'])
              .whereRef('end.providerRef', '=', 'dispute.providerRef')
              .select('end.id'),
          ),
        ),
      ),
};

/** Why each of these buckets needs an administrator. Buckets that need none are missing. */
export async function attentionOf(db: Queryable, bucketIds: string[]): Promise<Map<string, AttentionReason[]>> {
  const rows = await db
    .selectFrom(bucketsInNeed(db).as('found'))
    .where('bucketId', '=', any(bucketIds))
    .select(['bucketId', 'reason'])
    .distinct()
    .execute();
  const byBucket = Map.groupBy(rows, ({ bucketId }) => bucketId);
  return new Map(
    [...byBucket].map(([id, found]) => [
      id,
      attentionReasons.filter((reason) => found.some((row) => row.reason === reason)),
    ]),
  );
}

/**
 * All buckets that need an administrator, with the reason. Read from what is wrong, not kept in `bucket_summaries`: it is little, and what
 * was put right is gone from it at once.
 */
export function bucketsInNeed(db: Queryable) {
  return needs
    .failedFilms(db)
    .select(['bucketId', because('films_failed')])
    .unionAll(needs.owedFilms(db).select(['bucketId', because('films_owed')]))
    .unionAll(needs.unfulfilledPayments(db).select(['bucketId', because('payment_unfulfilled')]))
    .unionAll(
      needs
        .failedInvoices(db)
        .innerJoin('bucketSummaries', 'bucketSummaries.invoiceId', 'invoices.id')
        .select(['bucketSummaries.bucketId', because('invoice_failed')]),
    )
    .unionAll(
      needs
        .undeliveredMails(db)
        .where('mails.bucketId', 'is not', null)
        .select(({ ref }) => [ref('mails.bucketId').$notNull().as('bucketId'), because('mail_failed')]),
    )
    .unionAll(
      needs
        .openDisputes(db)
        .innerJoin('checkouts', 'checkouts.paymentIntent', 'dispute.paymentIntent')
        .select(['checkouts.bucketId', because('dispute_open')]),
    )
    .unionAll(
      needs
        .openDisputes(db)
        .innerJoin('checkouts', 'checkouts.id', 'dispute.checkoutId')
        .select(['checkouts.bucketId', because('dispute_open')]),
    );
}

function because(reason: AttentionReason) {
  return sql.lit(reason).as('reason');
}
