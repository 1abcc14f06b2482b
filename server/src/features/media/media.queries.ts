import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { appNow } from '../../platform/database/expressions.ts';
import { filmTitle } from '../films/film-title.queries.ts';

/** A file that a signed link may refer to. */
export interface MediaFile {
  storageKey: string;
  /** Changes with the content; null for posters, which never change. */
  sha256: Buffer | null;
  /** The download's file name without the product's prefix: `photo`, `smile-1`. */
  title: string;
  /** The owner of a photo; missing for an administrator's sample photo and for other kinds of files. */
  ownerId?: string | null;
}

/** The photo with this file name, if its row exists. */
export function photoFile(db: Queryable, filename: string): Promise<MediaFile | undefined> {
  const ofCustomers = db
    .selectFrom('photos')
    .innerJoin('buckets', 'buckets.id', 'photos.bucketId')
    .where('filename', '=', filename)
    .select(['photos.sha256', sql<string | null>`buckets.user_id`.as('ownerId')])
    .select(({ val }) => [keyOfPhoto('filename').as('storageKey'), val('photo').as('title')]);
  const ofAdministrators = db
    .selectFrom('videoConfigTests')
    .where('photoFilename', '=', filename)
    .select(({ val }) => [
      'photoSha256 as sha256',
      sql<string | null>`null::uuid`.as('ownerId'),
      keyOfPhoto('photo_filename').as('storageKey'),
      val('sample').as('title'),
    ]);
  return ofCustomers.unionAll(ofAdministrators).executeTakeFirst();
}

function keyOfPhoto(column: 'filename' | 'photo_filename') {
  return sql<string>`'photos/' || ${sql.ref(column)}`;
}

/** An administrator's test film. */
export function testFilmFile(db: Queryable, testId: string): Promise<MediaFile | undefined> {
  return db
    .selectFrom('videoConfigTests')
    .where('id', '=', testId)
    .where('state', '=', 'done')
    .where('filmKey', 'is not', null)
    .select(({ val }) => ['filmKey as storageKey', 'filmSha256 as sha256', val('test').as('title')])
    .$narrowType<{ storageKey: string }>()
    .executeTakeFirst();
}

/** A finished film. */
export function filmFile(db: Queryable, filmId: string): Promise<MediaFile | undefined> {
  return finishedFilm(db, filmId)
    .where('filmKey', 'is not', null)
    .select(['filmKey as storageKey', 'filmSha256 as sha256'])
    .$narrowType<{ storageKey: string }>()
    .executeTakeFirst();
}

/** The poster of a finished film. */
export function posterFile(db: Queryable, filmId: string): Promise<MediaFile | undefined> {
  return finishedFilm(db, filmId)
    .where('posterKey', 'is not', null)
    .select(['posterKey as storageKey', sql<null>`null`.as('sha256')])
    .$narrowType<{ storageKey: string }>()
    .executeTakeFirst();
}

function finishedFilm(db: Queryable, filmId: string) {
  return db
    .selectFrom('films')
    .where('films.id', '=', filmId)
    .where('films.state', '=', 'done')
    .select(filmTitle.as('title'));
}

/** A finished film, as an entry of the zip file of its bucket. */
export interface ZippedFilm {
  storageKey: string;
  bytes: number;
  /** The customer's file name of the photo. */
  photo: string;
  title: string;
  doneAt: Date;
  /** When the bucket was created. */
  orderedAt: Date;
}

/** The finished films of a bucket, in the order of its photos. */
export function filmsOfBucket(db: Queryable, bucketId: string): Promise<ZippedFilm[]> {
  return (
    db
      .selectFrom('films')
      .innerJoin('photos', 'photos.id', 'films.photoId')
      .innerJoin('buckets', 'buckets.id', 'films.bucketId')
      .where('films.bucketId', '=', bucketId)
      .where('films.state', '=', 'done')
      .select([
        'films.filmKey as storageKey',
        'films.filmBytes as bytes',
        'photos.originalName as photo',
        'films.doneAt',
        'buckets.createdAt as orderedAt',
      ])
      .select(filmTitle.as('title'))
      // The constraints `films_done_at_when_done` and `films_file_when_done`.
      .$narrowType<{ storageKey: string; bytes: number; doneAt: Date }>()
      .orderBy(({ fn }) => fn.coalesce('photos.chosenAt', 'photos.createdAt'))
      .orderBy('photos.position')
      .orderBy('films.createdAt')
      .orderBy('films.id')
      .execute()
  );
}

/** An issued invoice. */
export function invoiceFile(db: Queryable, invoiceId: string): Promise<MediaFile | undefined> {
  return db
    .selectFrom('invoices')
    .where('id', '=', invoiceId)
    .where('issueState', '=', 'issued')
    .where('pdfKey', 'is not', null)
    .select(['pdfKey as storageKey', 'pdfSha256 as sha256', sql<string>`'invoice-' || number`.as('title')])
    .$narrowType<{ storageKey: string }>()
    .executeTakeFirst();
}

/** A data export that has not expired. */
export function dataExportFile(db: Queryable, exportId: string): Promise<MediaFile | undefined> {
  return db
    .selectFrom('dataExports')
    .where('id', '=', exportId)
    .where('state', '=', 'ready')
    .where('expiresAt', '>', appNow)
    .where('storageKey', 'is not', null)
    .select(({ val }) => ['storageKey', 'sha256', val('data').as('title')])
    .$narrowType<{ storageKey: string }>()
    .executeTakeFirst();
}

/** A stored file that a row refers to. */
export interface KeptFile {
  storageKey: string;
  /** Null for posters, whose hash is not stored. */
  sha256: Buffer | null;
}

/** Every file that a row refers to, for backup and restore. Add every new column that contains a storage key here. */
export async function keptFiles(db: Queryable): Promise<KeptFile[]> {
  const { rows } = await sql<KeptFile>`
    select 'photos/' || filename as storage_key, sha256 from photos
    union all select film_key, film_sha256 from films where film_key is not null
    union all select poster_key, null from films where poster_key is not null
    union all select pdf_key, pdf_sha256 from invoices where pdf_key is not null
    union all select storage_key, sha256 from data_exports where storage_key is not null
    union all select 'photos/' || photo_filename, photo_sha256 from video_config_tests
    union all select film_key, film_sha256 from video_config_tests where film_key is not null
    order by storage_key`.execute(db);
  return rows;
}
