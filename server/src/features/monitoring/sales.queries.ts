import type { Currency } from '@keepsake/contract/primitives';
import { sql, type Queryable } from '../../platform/database/db.ts';

/** The currency of the prices of today: the one whose figures lead. */
export async function currencyOfToday(db: Queryable): Promise<Currency> {
  const row = await db.first<{ currency: Currency }>(sql`select currency from price_lists order by id desc limit 1`);
  return row?.currency ?? 'USD';
}

/**
 * Refunds to our customers by currency, in minor units: those that the payment provider reported and that did not fail, and those that
 * administrators recorded.
 */
export async function refundsByCurrency(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.query<{ currency: string; amount: number }>(sql`
    select currency, sum(amount)::bigint as amount from refunded_payments refunded
    where exists (select 1 from checkouts where payment_intent = refunded.payment_intent)
      or exists (
        select 1 from payment_ledger entry join checkouts on checkouts.id = entry.checkout_id
        where entry.payment_intent = refunded.payment_intent)
    group by currency`);
  return new Map(rows.map(({ currency, amount }) => [currency, amount]));
}

/** Films that were paid and are still to be made. */
export async function countPendingFilms(db: Queryable): Promise<number> {
  const row = await db.first<{ films: number }>(
    sql`select count(*) as films from films where state in ('queued', 'creating', 'retry_pending')`,
  );
  return row?.films ?? 0;
}

/** Films that were given to customers, whatever became of their sets. */
export async function countGrantedFilms(db: Queryable): Promise<number> {
  const row = await db.first<{ films: number }>(
    sql`select coalesce(sum(films), 0) as films from credits where kind = 'films'`,
  );
  return row?.films ?? 0;
}

/** What an administrator must look at: failed films, and the errors of the last 24 hours. */
export async function recentFailureCounts(db: Queryable): Promise<{ failedFilms: number; errorsLast24h: number }> {
  const row = await db.first<{ failedFilms: number; errorsLast24h: number }>(sql`
    select (select count(*) from films where state = 'failed') as failed_films,
      (select count(*) from error_logs where created_at > app_now() - interval '24 hours') as errors_last_24h`);
  if (!row) throw new Error('The counts gave no row');
  return row;
}
