import type { Translated } from '@keepsake/contract/primitives';
import { sql, type Queryable } from '../../platform/db.ts';

export interface ReportedFilm {
  id: string;
  photoId: string;
  action: Translated;
  report: unknown;
  doneAt: Date;
}

/** Films whose maker says what they show, newest first. */
export async function reportedFilms(
  db: Queryable,
  { page, limit }: { page: number; limit: number },
): Promise<{ films: ReportedFilm[]; total: number }> {
  const films = await db.query<ReportedFilm>(sql`
    with shown as (
      select id from films
      where report is not null and done_at is not null order by done_at desc, id limit ${limit} offset ${(page - 1) * limit}
    )
    select id, photo_id, action, report, done_at from films where id in (select id from shown) order by done_at desc, id`);
  const count = await db.first<{ total: number }>(
    sql`select count(*) as total from films where report is not null and done_at is not null`,
  );
  return { films, total: count?.total ?? 0 };
}
