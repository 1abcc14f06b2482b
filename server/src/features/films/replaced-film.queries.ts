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

/** A finished film that shows the effect ordered. */
export interface FilmWithEffect {
  action: Translated;
  /** The customer's file name of the photo. */
  photo: string;
  /** The provider's report; see `partlyShownBy`. */
  report: unknown;
}

/** The finished films of a bucket that show another effect, in the order of its photos. */
export async function replacedFilms(tx: Tx, bucketId: string): Promise<FilmWithOtherEffect[]> {
  const films = await finishedFilms(tx, bucketId)
    .where(sql<boolean>`films.report -> 'fallback' is not null`)
    .select('films.agreedTo')
    .select(sql<string | null>`films.report -> 'fallback' ->> 'code'`.as('lack'))
    .select((film) => isOwed(film).as('isOwed'))
    .execute();
  return films.flatMap(({ action, photo, lack, agreedTo, isOwed }) => {
    const standIn = standInOf(lack);
    return standIn ? { action, photo, standIn, isAgreed: isAsAgreed(lack, agreedTo), isOwed } : [];
  });
}

/** Those that show the effect ordered, as their provider reports, in the same order. */
export function reportedFilms(tx: Tx, bucketId: string): Promise<FilmWithEffect[]> {
  return finishedFilms(tx, bucketId)
    .where('films.report', 'is not', null)
    .where(sql<boolean>`films.report -> 'fallback' is null`)
    .select('films.report')
    .execute();
}

function finishedFilms(tx: Tx, bucketId: string) {
  return tx
    .selectFrom('films')
    .innerJoin('photos', 'photos.id', 'films.photoId')
    .where('films.bucketId', '=', bucketId)
    .where('films.state', '=', 'done')
    .select(['films.action', 'photos.originalName as photo'])
    .orderBy('photos.position')
    .orderBy('films.createdAt')
    .orderBy('films.id');
}
