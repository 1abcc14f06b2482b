import { sql, type Queryable } from '../../platform/db.ts';

export interface OpenWork {
  /** Payment pages whose end is not known. */
  openPayments: number;
  /** Paid films that wait or are being made. */
  waitingFilms: number;
}

export async function openWork(db: Queryable): Promise<OpenWork> {
  const row = await db.first<OpenWork>(sql`
    select (select count(*) from checkouts where state in ('creating', 'open')) as open_payments,
      (select count(*) from films where state in ('queued', 'creating', 'retry_pending')) as waiting_films`);
  if (!row) throw new Error('The counts gave no row');
  return row;
}
