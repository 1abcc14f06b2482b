import { sql, type Queryable } from '../database/db.ts';

/** Remembers that a scheduled job came to its end, so that its silence is noticed whichever process ought to have run it. */
export async function recordSuccess(db: Queryable, job: string): Promise<void> {
  await db.run(sql`
    insert into schedule_successes (job, succeeded_at) values (${job}, now())
    on conflict (job) do update set succeeded_at = excluded.succeeded_at`);
}
