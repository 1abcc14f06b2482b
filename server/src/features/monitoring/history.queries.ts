import type { Query } from '@keepsake/contract/endpoint';
import type { listErrors } from '@keepsake/contract/admin/monitoring';
import { limits } from '@keepsake/contract/limits';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { appNow, later } from '../../platform/database/expressions.ts';
import { utcDaysAgo } from './figure-sums.queries.ts';

/** Error entries, newest first; of one module, or with this text in the message. */
export async function errorPage(db: Queryable, { page, limit, module, search }: Query<typeof listErrors>) {
  let entries = db.selectFrom('errorLogs');
  if (module !== undefined) entries = entries.where('moduleName', '=', module);
  if (search !== undefined) entries = entries.where(sql<boolean>`strpos(lower(error_message), lower(${search})) > 0`);
  const [rows, { total }] = await Promise.all([
    entries
      .select(['id', 'createdAt', 'moduleName', 'errorMessage', 'photoId'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    entries.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
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
  const rows = await db
    .withRecursive('modules(name)', (step) =>
      step
        .selectFrom('errorLogs')
        .select(({ fn }) => fn.min<string | null>('moduleName').as('name'))
        .unionAll(
          step
            .selectFrom('modules')
            .where('modules.name', 'is not', null)
            .select(({ selectFrom }) =>
              selectFrom('errorLogs')
                .whereRef('moduleName', '>', 'modules.name')
                .select(({ fn }) => fn.min('moduleName').as('next'))
                .as('name'),
            ),
        ),
    )
    .selectFrom('modules')
    .where('name', 'is not', null)
    .select(({ ref }) => ref('name').$notNull().as('name'))
    .execute();
  return rows.map(({ name }) => name);
}

const dayMs = 86_400_000;

/** Deletes the oldest rows of each history table, `batch` at a time. @returns how many rows were deleted in all */
export async function deleteOldHistory(tx: Tx, batch: number): Promise<number> {
  const oldest = later(appNow, -limits.historyDays * dayMs);
  const errors = await tx
    .deleteFrom('errorLogs')
    .where('id', 'in', (eb) =>
      eb.selectFrom('errorLogs').where('createdAt', '<', oldest).select('id').orderBy('createdAt').limit(batch),
    )
    .executeTakeFirst();
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
