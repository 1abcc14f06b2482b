import type { Currency } from '@keepsake/contract/primitives';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';
import { appNow, later } from '../../../platform/database/expressions.ts';
import { openFilmStates } from '../../films/film.queries.ts';
import { countOf } from './count.queries.ts';

/** The currency of the current price list. */
export async function currencyOfToday(db: Queryable): Promise<Currency> {
  const newest = await db.selectFrom('priceLists').select('currency').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return newest?.currency ?? 'USD';
}

/** Refunds by currency, in minor units: those that the payment provider reported and that did not fail, and those that administrators recorded. */
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
    .groupBy('currency')
    .select(({ ref, fn, cast }) => [
      // Never null in rows of refunds.
      ref('currency').$notNull().as('currency'),
      cast<number>(fn.sum('amount'), 'bigint').as('amount'),
    ])
    .execute();
  return new Map(rows.map(({ currency, amount }) => [currency, amount]));
}

/** Counts the paid films that are still to be made. */
export async function countPendingFilms(db: Queryable): Promise<number> {
  const { films } = await db
    .selectFrom('films')
    .where('state', 'in', openFilmStates)
    .select(({ fn }) => fn.countAll<number>().as('films'))
    .executeTakeFirstOrThrow();
  return films;
}

/** Counts the films granted to customers, including those of deleted buckets. */
export async function countGrantedFilms(db: Queryable): Promise<number> {
  const { films } = await db
    .selectFrom('credits')
    .where('kind', '=', 'films')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('films'), lit(0)).as('films'))
    .executeTakeFirstOrThrow();
  return films;
}

/** Counts the failed films, and the errors of the last 24 hours. */
export function recentFailureCounts(db: Queryable): Promise<{ failedFilms: number; errorsLast24h: number }> {
  return db
    .selectNoFrom(({ selectFrom }) => [
      countOf(selectFrom('films').where('state', '=', sql.lit('failed'))).as('failedFilms'),
      countOf(selectFrom('errorLogs').where('createdAt', '>', later(appNow, -24 * 3_600_000))).as('errorsLast24h'),
    ])
    .executeTakeFirstOrThrow();
}
