import type { Queryable } from '../database/db.ts';
import { databaseNow } from '../database/expressions.ts';

/** Records that a scheduled job succeeded, so that a missing run is noticed whichever process should have run it. */
export async function recordSuccess(db: Queryable, job: string): Promise<void> {
  await db
    .insertInto('scheduleSuccesses')
    .values({ job, succeededAt: databaseNow })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ succeededAt: databaseNow }))
    .execute();
}
