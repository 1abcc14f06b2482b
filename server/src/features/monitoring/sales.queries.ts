import { sql } from 'kysely';
import type { Currency } from '@keepsake/contract/primitives';
import type { Queryable } from '../../platform/database/db.ts';
import { appNow, later, literals } from '../../platform/database/expressions.ts';

/** The currency of the prices of today: the one whose figures lead. */
export async function currencyOfToday(db: Queryable): Promise<Currency> {
  const row = await db.selectFrom('priceLists').select('currency').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.currency ?? 'USD';
}

/**
 * Refunds to our customers by currency, in minor units: those that the payment provider reported and that did not fail, and those that
 * administrators recorded.
 */
export async function refundsByCurrency(db: Queryable): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('refundedPayments as refunded')
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('checkouts')
            .whereRef('checkouts.paymentIntent', '=', 'refunded.paymentIntent')
            .select('checkouts.id'),
        ),
        exists(
          selectFrom('paymentLedger as entry')
            .innerJoin('checkouts', 'checkouts.id', 'entry.checkoutId')
            .whereRef('entry.paymentIntent', '=', 'refunded.paymentIntent')
            .select('entry.id'),
        ),
      ]),
    )
    .where('currency', 'is not', null)
    .select(['currency', sql<number>`sum(amount)::bigint`.as('amount')])
    .$narrowType<{ currency: string }>()
    .groupBy('currency')
    .execute();
  return new Map(rows.map(({ currency, amount }) => [currency, amount]));
}

/** Films that were paid and are still to be made. */
export async function countPendingFilms(db: Queryable): Promise<number> {
  const { films } = await db
    .selectFrom('films')
    .where('state', 'in', literals('queued', 'creating', 'retry_pending'))
    .select(({ fn }) => fn.countAll<number>().as('films'))
    .executeTakeFirstOrThrow();
  return films;
}

/** Films that were given to customers, whatever became of their sets. */
export async function countGrantedFilms(db: Queryable): Promise<number> {
  const { films } = await db
    .selectFrom('credits')
    .where('kind', '=', 'films')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('films'), lit(0)).as('films'))
    .executeTakeFirstOrThrow();
  return films;
}

/** What an administrator must look at: failed films, and the errors of the last 24 hours. */
export function recentFailureCounts(db: Queryable): Promise<{ failedFilms: number; errorsLast24h: number }> {
  const count = db.fn.countAll<number>().as('count');
  return db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('films').where('state', '=', sql.lit('failed')).select(count).$asScalar().$notNull().as('failedFilms'),
      selectFrom('errorLogs')
        .where('createdAt', '>', later(appNow, -24 * 3_600_000))
        .select(count)
        .$asScalar()
        .$notNull()
        .as('errorsLast24h'),
    ])
    .executeTakeFirstOrThrow();
}
