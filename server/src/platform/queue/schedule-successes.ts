import type { Queryable } from '../database/db.ts';
import { databaseNow } from '../database/expressions.ts';

/** Remembers that a scheduled job came to its end, so that its silence is noticed whichever process ought to have run it. */
export async function recordSuccess(db: Queryable, job: string): Promise<void> {
  await db
    .insertInto('scheduleSuccesses')
    .values({ job, succeededAt: databaseNow })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ succeededAt: databaseNow }))
    .execute();
}
