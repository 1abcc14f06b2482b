import type { Translated } from '@keepsake/contract/primitives';
import type { Version } from '@keepsake/contract/films/videos';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { any } from '../../platform/database/expressions.ts';
import { prepared, type Placeholders } from '../../platform/database/prepared.ts';
import { isoTime } from '../../platform/time/iso-time.ts';
import { isOwed } from '../films/owed-film.queries.ts';

/** A film of a photo as replies show it: its state, and its file if it is done. */
export interface FilmRow {
  id: string;
  photoId: string;
  promptId: string | null;
  action: Translated;
  number: number;
  state: Version['state'];
  failureCode: string | null;
  /** ISO 8601; so is `doneAt`. */
  startedAt: string | null;
  doneAt: string | null;
  /** Hexadecimal. */
  filmSha256: string | null;
  filmBytes: number | null;
  filmWidth: number | null;
  filmHeight: number | null;
  filmDurationMs: number | null;
  hasPoster: boolean;
  /** The provider's report; see `shownBy`. */
  report: unknown;
  /** The replacement that the customer agreed to before paying; see `agreedKindOf`. */
  agreedTo: string | null;
  /** Whether it is owed although it is done, because it shows another effect without the customer's agreement. */
  isOwed: boolean;
}

/** All films of these photos, in the order of purchase. */
export function filmsOfPhotos(db: Queryable, photoIds: string[]): Promise<FilmRow[]> {
  return films(db, { photoIds });
}

const films = prepared((db, { photoIds }: Placeholders<{ photoIds: string[] }>) =>
  db
    .selectFrom('films')
    .where('photoId', '=', any(photoIds))
    .select((film) => [
      'id',
      'photoId',
      'promptId',
      'action',
      'number',
      'state',
      'failureCode',
      isoTime(film.ref('startedAt')).as('startedAt'),
      isoTime(film.ref('doneAt')).as('doneAt'),
      sql<string | null>`encode(film_sha256, 'hex')`.as('filmSha256'),
      'filmBytes',
      'filmWidth',
      'filmHeight',
      'filmDurationMs',
      sql<boolean>`poster_key is not null`.as('hasPoster'),
      'report',
      'agreedTo',
      isOwed(film).as('isOwed'),
    ])
    .orderBy('createdAt')
    .orderBy('id'),
);
