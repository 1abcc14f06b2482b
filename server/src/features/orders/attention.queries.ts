import { type AttentionReason, attentionReasons } from '@keepsake/contract/admin/orders';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { any } from '../../platform/database/expressions.ts';
import { isToBeRefunded } from '../payment/payment.queries.ts';

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
 * All buckets that need an administrator, with the reason. Read from what is wrong, not kept in `bucket_summaries`: it is little, each reason has
 * an index without other rows, and what was put right is gone from it at once.
 */
export function bucketsInNeed(db: Queryable) {
  return db
    .selectFrom('films')
    .where('state', '=', sql.lit('failed'))
    .select(['bucketId', because('films_failed')])
    .unionAll(
      db
        .selectFrom('owedFilms')
        .where('settledAt', 'is', null)
        .select(['bucketId', because('films_owed')]),
    )
    .unionAll(
      db
        .selectFrom('checkouts')
        .where(isToBeRefunded)
        .select(['bucketId', because('payment_unfulfilled')]),
    )
    .unionAll(
      db
        .selectFrom('invoices')
        .innerJoin('bucketSummaries', 'bucketSummaries.invoiceId', 'invoices.id')
        .where('invoices.issueState', '=', sql.lit('failed'))
        .select(['bucketSummaries.bucketId', because('invoice_failed')]),
    )
    .unionAll(
      db
        .selectFrom('mails')
        .where('state', '=', sql.lit('failed'))
        .where('bucketId', 'is not', null)
        .select(({ ref }) => [ref('bucketId').$notNull().as('bucketId'), because('mail_failed')]),
    )
    .unionAll(
      openDisputes(db)
        .innerJoin('checkouts', 'checkouts.paymentIntent', 'dispute.paymentIntent')
        .select(['checkouts.bucketId', because('dispute_open')]),
    )
    .unionAll(
      openDisputes(db)
        .innerJoin('checkouts', 'checkouts.id', 'dispute.checkoutId')
        .select(['checkouts.bucketId', because('dispute_open')]),
    );
}

function because(reason: AttentionReason) {
  return sql.lit(reason).as('reason');
}

function openDisputes(db: Queryable) {
  return db
    .selectFrom('paymentLedger as dispute')
    .where('dispute.kind', '=', sql.lit('dispute'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('paymentLedger as end')
            .where('end.kind', 'in', ['dispute_won', 'dispute_lost', 'dispute_closed'])
            .whereRef('end.providerRef', '=', 'dispute.providerRef')
            .select('end.id'),
        ),
      ),
    );
}
