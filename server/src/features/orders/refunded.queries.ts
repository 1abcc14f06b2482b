import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { any } from '../../platform/database/expressions.ts';

export interface RefundedSum {
  bucketId: string;
  /** In capitals; any currency, because the payment account may serve other shops too. */
  currency: string;
  /** Minor units. */
  amount: number;
}

/** What went back of the payments of these buckets, as the figures count it. Buckets without a refund are left out. */
export function refundedOf(db: Queryable, bucketIds: readonly string[]): Promise<RefundedSum[]> {
  return refundedSums(db, sql`checkouts.bucket_id = ${any(bucketIds)}`)
    .orderBy('refunded.currency')
    .execute();
}

/** The sums of each bucket that `isShown` selects among `checkouts`. The view of refunds is read for the payments of these buckets alone. */
export function refundedSums(db: Queryable, isShown: RawBuilder<SqlBool>) {
  return db
    .selectFrom(paymentsOfBuckets(db, isShown).as('payment'))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('refundedPayments as refund')
          .whereRef('refund.paymentIntent', '=', 'payment.paymentIntent')
          .where('refund.amount', '>', 0)
          // Never null in rows of refunds.
          .select(({ ref }) => [ref('refund.currency').$notNull().as('currency'), 'refund.amount'])
          .as('refunded'),
      (join) => join.onTrue(),
    )
    .groupBy(['payment.bucketId', 'refunded.currency'])
    .select(({ fn, cast }) => [
      'payment.bucketId',
      'refunded.currency',
      cast<number>(fn.sum('refunded.amount'), 'bigint').as('amount'),
    ]);
}

/** The buckets of whose payments money went back. Starts from the refunds, because few orders have one. */
export function refundedBuckets(db: Queryable) {
  const refunded = db.selectFrom('refundedPayments as refunded').where('refunded.amount', '>', 0);
  return refunded
    .innerJoin('checkouts', 'checkouts.paymentIntent', 'refunded.paymentIntent')
    .select('checkouts.bucketId')
    .union(
      refunded
        .innerJoin('paymentLedger as entry', 'entry.paymentIntent', 'refunded.paymentIntent')
        .innerJoin('checkouts', 'checkouts.id', 'entry.checkoutId')
        .select('checkouts.bucketId'),
    );
}

/** Each payment once, whether its checkout or only an entry of the ledger names it. */
function paymentsOfBuckets(db: Queryable, isShown: RawBuilder<SqlBool>) {
  const checkouts = db.selectFrom('checkouts').where(isShown);
  return checkouts
    .select(['checkouts.bucketId', 'checkouts.paymentIntent'])
    .union(
      checkouts
        .innerJoin('paymentLedger as entry', 'entry.checkoutId', 'checkouts.id')
        .select(['checkouts.bucketId', 'entry.paymentIntent']),
    );
}
