import { limits } from '@keepsake/contract/limits';
import type { Tx } from '../../platform/database/db.ts';
import { appNow, later } from '../../platform/database/expressions.ts';
import { utcDaysAgo } from './figures/figure-sum.queries.ts';

const dayMs = 86_400_000;

/** Deletes the oldest rows of each history table, `batch` at a time. @returns the total number of deleted rows */
export async function deleteOldHistory(tx: Tx, batch: number): Promise<number> {
  const oldest = later(appNow, -limits.historyDays * dayMs);
  const errors = await tx
    .deleteFrom('errorLogs')
    .where('id', 'in', (eb) =>
      eb.selectFrom('errorLogs').where('createdAt', '<', oldest).select('id').orderBy('createdAt').limit(batch),
    )
    .executeTakeFirst();
  // Resolutions whose errors are all deleted.
  await tx.deleteFrom('errorResolutions').where('upTo', '<', oldest).execute();
  const runs = await tx
    .deleteFrom('workerRuns')
    .where('id', 'in', (eb) =>
      eb.selectFrom('workerRuns').where('runAt', '<', oldest).select('id').orderBy('runAt').limit(batch),
    )
    .executeTakeFirst();
  const days = await tx
    .deleteFrom('userActivity')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('day', 'userId'),
        'in',
        selectFrom('userActivity')
          .where('day', '<', utcDaysAgo(limits.activityDays))
          .select(['day', 'userId'])
          .orderBy('day')
          .limit(batch)
          .$asTuple('day', 'userId'),
      ),
    )
    .executeTakeFirst();
  return Number(errors.numDeletedRows + runs.numDeletedRows + days.numDeletedRows);
}
