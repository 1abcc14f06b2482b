import { sql, type Queryable } from '../../platform/db.ts';

/** What asks for a person now: films that failed, and what went wrong within a day. */
export async function troubleCounts(db: Queryable): Promise<{ failedFilms: number; errorsLast24h: number }> {
  const row = await db.first<{ failedFilms: number; errorsLast24h: number }>(sql`
    select (select count(*) from films where state = 'failed') as failed_films,
      (select count(*) from error_logs where created_at > app_now() - interval '24 hours') as errors_last_24h`);
  if (!row) throw new Error('The counts gave no row');
  return row;
}
