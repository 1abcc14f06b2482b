import type { Query } from '@keepsake/contract/endpoint';
import type { listErrors } from '@keepsake/contract/monitoring';
import { limits } from '@keepsake/contract/limits';
import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';

interface ErrorRow {
  id: string;
  createdAt: Date;
  moduleName: string;
  errorMessage: string;
  photoId: string | null;
}

/** Error entries, newest first; of one module, or with these words in the message. */
export async function errorPage(db: Queryable, { page, limit, module, search }: Query<typeof listErrors>) {
  const isOfModule = module === undefined ? sql`true` : sql`module_name = ${module}`;
  const hasWords = search === undefined ? sql`true` : sql`strpos(lower(error_message), lower(${search})) > 0`;
  const [rows, counted] = await Promise.all([
    db.query<ErrorRow>(sql`
      select id, created_at, module_name, error_message, photo_id from error_logs where ${isOfModule} and ${hasWords}
      order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`),
    db.first<{ total: number }>(sql`
      select count(*) as total from error_logs where ${isOfModule} and ${hasWords}`),
  ]);
  const data = rows.map(({ photoId, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    Content: photoId ? { id: photoId } : null,
  }));
  return { data, total: counted?.total ?? 0 };
}

/** Modules that have entries: one index lookup for each module, however many entries there are. */
export async function errorModules(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    with recursive modules as (
      (select module_name as name from error_logs order by module_name limit 1)
      union all
      select (select module_name from error_logs where module_name > modules.name order by module_name limit 1)
      from modules where modules.name is not null
    )
    select name from modules where name is not null`);
  return rows.map(({ name }) => name);
}

/** Deletes the oldest rows of each history table, `batch` at a time. @returns how many rows were deleted in all */
export async function deleteOldHistory(tx: Tx, batch: number): Promise<number> {
  const errors = await tx.run(sql`
    delete from error_logs where id in (
      select id from error_logs where created_at < app_now() - ${limits.historyDays}::int * interval '1 day'
      order by created_at limit ${batch})`);
  const runs = await tx.run(sql`
    delete from worker_runs where id in (
      select id from worker_runs where run_at < app_now() - ${limits.historyDays}::int * interval '1 day'
      order by run_at limit ${batch})`);
  const days = await tx.run(sql`
    delete from user_activity where (day, user_id) in (
      select day, user_id from user_activity where day < (app_now() at time zone 'UTC')::date - ${limits.activityDays}::int
      order by day limit ${batch})`);
  return errors + runs + days;
}
