import type { Translated } from '@keepsake/contract/primitives';
import type { Version } from '@keepsake/contract/videos';
import { sql, type Queryable } from '../../platform/database/db.ts';
import { isoTime } from '../../platform/iso-time.ts';

/** A film of a photo as it is shown: its state, and its file once it is done. */
export interface FilmRow {
  id: string;
  photoId: string;
  promptId: string | null;
  action: Translated;
  number: number;
  state: Version['state'];
  failureCode: string | null;
  /** ISO 8601, as the next. */
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
}

/** All films of these photos, in the order in which they were bought. */
export function filmsOfPhotos(db: Queryable, photoIds: string[]): Promise<FilmRow[]> {
  return db.query(sql`
    select id, photo_id, prompt_id, action, number, state, failure_code, ${isoTime(sql`started_at`)} as started_at,
      ${isoTime(sql`done_at`)} as done_at, encode(film_sha256, 'hex') as film_sha256, film_bytes, film_width, film_height,
      film_duration_ms, poster_key is not null as has_poster, report
    from films where photo_id = any(${photoIds}::uuid[])
    order by created_at, id`);
}
