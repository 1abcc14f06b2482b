import type { Currency } from '@keepsake/contract/primitives';
import { sql, type Queryable } from '../../platform/db.ts';

/** The currency of the prices of today: the one whose figures lead. */
export async function currencyOfToday(db: Queryable): Promise<Currency> {
  const row = await db.first<{ currency: Currency }>(sql`select currency from price_lists order by id desc limit 1`);
  return row?.currency ?? 'USD';
}

/**
 * What went back to customers of ours, by currency, in minor units: what the payment provider told and did not fail, and what administrators
 * recorded beside it.
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
