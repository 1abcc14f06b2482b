import type { Translated } from '@keepsake/contract/primitives';
import type { Queryable } from '../../platform/database/db.ts';

export interface ReportedFilm {
  id: string;
  photoId: string;
  action: Translated;
  report: unknown;
  doneAt: Date;
}

/** The films with a report of the renderer, newest first. */
export async function reportedFilms(
  db: Queryable,
  { page, limit }: { page: number; limit: number },
): Promise<{ films: ReportedFilm[]; total: number }> {
  const reported = db.selectFrom('films').where('report', 'is not', null).where('doneAt', 'is not', null);
  const shown = reported
    .select('id')
    .orderBy('doneAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit);
  const films = await db
    .with('shown', () => shown)
    .selectFrom('films')
    .where('id', 'in', ({ selectFrom }) => selectFrom('shown').select('shown.id'))
    .select(['id', 'photoId', 'action', 'report', 'doneAt'])
    // As in `shown`.
    .$narrowType<{ doneAt: Date }>()
    .orderBy('doneAt', 'desc')
    .orderBy('id')
    .execute();
  const { total } = await reported.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { films, total };
}
