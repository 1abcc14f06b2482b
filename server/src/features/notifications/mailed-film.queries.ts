import type { Translated } from '@keepsake/contract/primitives';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';

export interface FilmToMail {
  id: string;
  action: Translated;
  number: number;
  /** The customer's file name of the photo. */
  photo: string;
  posterKey: string | null;
  /** Why it shows another effect than the one ordered, as stored. */
  lack: string | null;
}

/** A finished film of a set: the first in the order of the gallery, or the one finished last. */
export function filmToMail(
  db: Queryable,
  bucketId: string,
  which: 'first' | 'newest',
): Promise<FilmToMail | undefined> {
  const films = db
    .selectFrom('films')
    .innerJoin('photos', 'photos.id', 'films.photoId')
    .where('films.bucketId', '=', bucketId)
    .where('films.state', '=', 'done')
    .select(['films.id', 'films.action', 'films.number', 'photos.originalName as photo', 'films.posterKey'])
    .select(sql<string | null>`films.report -> 'fallback' ->> 'code'`.as('lack'));
  const ordered = which === 'newest' ? films.orderBy('films.doneAt', 'desc') : films;
  return ordered
    .orderBy(({ fn }) => fn.coalesce('photos.chosenAt', 'photos.createdAt'))
    .orderBy('photos.position')
    .orderBy('films.createdAt')
    .orderBy('films.id')
    .limit(1)
    .executeTakeFirst();
}
