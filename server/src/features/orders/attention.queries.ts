import { type AttentionReason, attentionReasons } from '@keepsake/contract/admin/orders';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { any } from '../../platform/database/expressions.ts';
import { isRefunded } from '../films/refunded-film.queries.ts';
import { isToBeRefunded } from '../payment/payment.queries.ts';

/** The buckets that need an administrator, by reason. Each query has a partial index. */
export const attentionQueries = {
  failedFilms: (db: Queryable) =>
    db
      .selectFrom('films')
      .where('state', '=', sql.lit('failed'))
      .where((film) => film.not(isRefunded(film))),
  owedFilms: (db: Queryable) => db.selectFrom('owedFilms').where('settledAt', 'is', null),
  unfulfilledPayments: (db: Queryable) => db.selectFrom('checkouts').where(isToBeRefunded),
  failedInvoices: (db: Queryable) => db.selectFrom('invoices').where('issueState', '=', sql.lit('failed')),
  /** Until the same mail has reached its recipient. */
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

/** Why these buckets need an administrator. Buckets without a reason are left out. */
export async function attentionOf(db: Queryable, bucketIds: string[]): Promise<Map<string, AttentionReason[]>> {
  const rows = await db
    .selectFrom(bucketsNeedingAttention(db).as('found'))
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
 * All buckets that need an administrator, with the reason. Computed, not stored in `bucket_summaries`: there are few rows, and a solved problem
 * disappears at once.
 */
export function bucketsNeedingAttention(db: Queryable) {
  return attentionQueries
    .failedFilms(db)
    .select(['bucketId', reasonColumn('films_failed')])
    .unionAll(attentionQueries.owedFilms(db).select(['bucketId', reasonColumn('films_owed')]))
    .unionAll(attentionQueries.unfulfilledPayments(db).select(['bucketId', reasonColumn('payment_unfulfilled')]))
    .unionAll(
      attentionQueries
        .failedInvoices(db)
        .innerJoin('bucketSummaries', 'bucketSummaries.invoiceId', 'invoices.id')
        .select(['bucketSummaries.bucketId', reasonColumn('invoice_failed')]),
    )
    .unionAll(
      attentionQueries
        .undeliveredMails(db)
        .where('mails.bucketId', 'is not', null)
        .select(({ ref }) => [ref('mails.bucketId').$notNull().as('bucketId'), reasonColumn('mail_failed')]),
    )
    .unionAll(
      attentionQueries
        .openDisputes(db)
        .innerJoin('checkouts', 'checkouts.paymentIntent', 'dispute.paymentIntent')
        .select(['checkouts.bucketId', reasonColumn('dispute_open')]),
    )
    .unionAll(
      attentionQueries
        .openDisputes(db)
        .innerJoin('checkouts', 'checkouts.id', 'dispute.checkoutId')
        .select(['checkouts.bucketId', reasonColumn('dispute_open')]),
    );
}

function reasonColumn(reason: AttentionReason) {
  return sql.lit(reason).as('reason');
}
