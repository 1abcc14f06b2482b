import { limits } from '@keepsake/contract/limits';
import { sql, type Tx } from '../../platform/db.ts';

/** Deletes so many errors, runs and days of activity, of each the oldest, whose time is over. @returns how many there were of all */
export async function deleteOldHistory(tx: Tx, atMost: number): Promise<number> {
  const errors = await tx.run(sql`
    delete from error_logs where id in (
      select id from error_logs where created_at < app_now() - ${limits.historyDays}::int * interval '1 day'
      order by created_at limit ${atMost})`);
  const runs = await tx.run(sql`
    delete from worker_runs where id in (
      select id from worker_runs where run_at < app_now() - ${limits.historyDays}::int * interval '1 day'
      order by run_at limit ${atMost})`);
  const days = await tx.run(sql`
    delete from user_activity where (day, user_id) in (
      select day, user_id from user_activity where day < (app_now() at time zone 'UTC')::date - ${limits.activityDays}::int
      order by day limit ${atMost})`);
  return errors + runs + days;
}
