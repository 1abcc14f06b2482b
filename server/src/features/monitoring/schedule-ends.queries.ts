import { sql, type Queryable } from '../../platform/db.ts';

/** When each scheduled job last came to its end without an error, by the product's own time. */
export async function scheduleEnds(db: Queryable): Promise<Map<string, Date>> {
  const rows = await db.query<{ job: string; endedAt: Date }>(sql`
    select job, succeeded_at + (app_now() - now()) as ended_at from schedule_successes`);
  return new Map(rows.map(({ job, endedAt }) => [job, endedAt]));
}
