import { sql, type Queryable } from '../../platform/database/db.ts';

interface OpenWork {
  /** Payment pages whose outcome is not known. */
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

/** When each scheduled job last succeeded, by the product's clock. */
export async function scheduleEnds(db: Queryable): Promise<Map<string, Date>> {
  const rows = await db.query<{ job: string; endedAt: Date }>(sql`
    select job, succeeded_at + (app_now() - now()) as ended_at from schedule_successes`);
  return new Map(rows.map(({ job, endedAt }) => [job, endedAt]));
}
