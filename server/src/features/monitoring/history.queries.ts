import type { Query } from '@keepsake/contract/endpoint';
import type { listErrors } from '@keepsake/contract/monitoring';
import { limits } from '@keepsake/contract/limits';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { appNow, later } from '../../platform/database/expressions.ts';

/** Error entries, newest first; of one module, or with these words in the message. */
export async function errorPage(db: Queryable, { page, limit, module, search }: Query<typeof listErrors>) {
  let found = db.selectFrom('errorLogs');
  if (module !== undefined) found = found.where('moduleName', '=', module);
  if (search !== undefined) found = found.where(sql<boolean>`strpos(lower(error_message), lower(${search})) > 0`);
  const [rows, { total }] = await Promise.all([
    found
      .select(['id', 'createdAt', 'moduleName', 'errorMessage', 'photoId'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const data = rows.map(({ photoId, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    Content: photoId ? { id: photoId } : null,
  }));
  return { data, total };
}

/** Modules that have entries: one index lookup for each module, however many entries there are. */
export async function errorModules(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive modules as (
      (select module_name as name from error_logs order by module_name limit 1)
      union all
      select (select module_name from error_logs where module_name > modules.name order by module_name limit 1)
      from modules where modules.name is not null
    )
    select name from modules where name is not null`.execute(db);
  return rows.map(({ name }) => name);
}

/** Deletes the oldest rows of each history table, `batch` at a time. @returns how many rows were deleted in all */
export async function deleteOldHistory(tx: Tx, batch: number): Promise<number> {
  const oldest = later(appNow, -limits.historyDays * 24 * 3_600_000);
  const errors = await tx
    .deleteFrom('errorLogs')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('errorLogs').where('createdAt', '<', oldest).select('id').orderBy('createdAt').limit(batch),
    )
    .executeTakeFirst();
  const runs = await tx
    .deleteFrom('workerRuns')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('workerRuns').where('runAt', '<', oldest).select('id').orderBy('runAt').limit(batch),
    )
    .executeTakeFirst();
  const days = await tx
    .deleteFrom('userActivity')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('day', 'userId'),
        'in',
        selectFrom('userActivity')
          .where('day', '<', sql<string>`(app_now() at time zone 'UTC')::date - ${limits.activityDays}::int`)
          .select(['day', 'userId'])
          .orderBy('day')
          .limit(batch)
          .$asTuple('day', 'userId'),
      ),
    )
    .executeTakeFirst();
  return Number(errors.numDeletedRows + runs.numDeletedRows + days.numDeletedRows);
}
