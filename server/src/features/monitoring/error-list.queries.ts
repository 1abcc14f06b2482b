import type { Query } from '@keepsake/contract/endpoint';
import type { listErrors } from '@keepsake/contract/monitoring';
import { sql, type Queryable } from '../../platform/db.ts';

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

/** Modules of which there are entries: one look at the index for each, however many entries there are. */
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
