import { isAsAgreed, standInOf } from '@keepsake/contract/photos/photo-checks';
import type { StandIn } from '@keepsake/contract/films/lacks';
import type { Translated } from '@keepsake/contract/primitives';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import { isOwed } from './owed-film.queries.ts';

/** A finished film that shows another effect than the one ordered. */
export interface FilmWithOtherEffect {
  action: Translated;
  /** The customer's file name of the photo. */
  photo: string;
  standIn: StandIn;
  isAgreed: boolean;
  isOwed: boolean;
}

/** The finished films of a bucket that show another effect, in the order of its photos. */
export async function replacedFilms(tx: Tx, bucketId: string): Promise<FilmWithOtherEffect[]> {
  const films = await tx
    .selectFrom('films')
    .innerJoin('photos', 'photos.id', 'films.photoId')
    .where('films.bucketId', '=', bucketId)
    .where('films.state', '=', 'done')
    .where(sql<boolean>`films.report -> 'fallback' is not null`)
    .select(['films.action', 'films.agreedTo', 'photos.originalName as photo'])
    .select(sql<string | null>`films.report -> 'fallback' ->> 'code'`.as('lack'))
    .select((film) => isOwed(film).as('isOwed'))
    .orderBy('photos.position')
    .orderBy('films.createdAt')
    .orderBy('films.id')
    .execute();
  return films.flatMap(({ action, photo, lack, agreedTo, isOwed }) => {
    const standIn = standInOf(lack);
    return standIn ? { action, photo, standIn, isAgreed: isAsAgreed(lack, agreedTo), isOwed } : [];
  });
}
