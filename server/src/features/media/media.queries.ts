import { sql, type Queryable } from '../../platform/database/db.ts';

/** A file that a link may lead to. */
export interface MediaFile {
  storageKey: string;
  /** Changes with the content; missing for stills, which never change. */
  sha256: Buffer | null;
  /** The name it is saved under, without that of the product: `photo`, `smile-1`. */
  title: string;
  /** The owner of a photo; missing for an administrator's sample and for other kinds of files. */
  ownerId?: string | null;
}

/** The photo of that file name, while its row exists. */
export function photoFile(db: Queryable, filename: string): Promise<MediaFile | undefined> {
  return db.first(sql`
    select 'photos/' || c.filename as storage_key, c.sha256, 'photo' as title, b.user_id as owner_id
    from photos c join buckets b on b.id = c.bucket_id where c.filename = ${filename}
    union all
    select 'photos/' || photo_filename, photo_sha256, 'sample', null from video_config_tests where photo_filename = ${filename}`);
}

/** The film by which an administrator tried a configuration. */
export function testFilmFile(db: Queryable, testId: string): Promise<MediaFile | undefined> {
  return db.first(sql`
    select film_key as storage_key, film_sha256 as sha256, 'test' as title
    from video_config_tests where id = ${testId} and state = 'done'`);
}

/** A finished film. */
export function filmFile(db: Queryable, filmId: string): Promise<MediaFile | undefined> {
  return db.first(sql`
    select film_key as storage_key, film_sha256 as sha256, coalesce(action->>'en', 'film') || '-' || number as title
    from films where id = ${filmId} and state = 'done'`);
}

/** The still of a finished film. */
export function posterFile(db: Queryable, filmId: string): Promise<MediaFile | undefined> {
  return db.first(sql`
    select poster_key as storage_key, null as sha256, coalesce(action->>'en', 'film') || '-' || number as title
    from films where id = ${filmId} and state = 'done' and poster_key is not null`);
}

/** A finished film as it goes into the zip file of its set. */
export interface ZippedFilm {
  storageKey: string;
  bytes: number;
  /** The photo's name as the customer called it. */
  photo: string;
  title: string;
  doneAt: Date;
  /** When the set was made. */
  orderedAt: Date;
}

/** The finished films of a set, in the order of its photos. */
export function filmsOfBucket(db: Queryable, bucketId: string): Promise<ZippedFilm[]> {
  return db.query(sql`
    select v.film_key as storage_key, v.film_bytes::float8 as bytes, c.original_name as photo,
      coalesce(v.action->>'en', 'film') || '-' || v.number as title, v.done_at, b.created_at as ordered_at
    from films v join photos c on c.id = v.photo_id join buckets b on b.id = v.bucket_id
    where v.bucket_id = ${bucketId} and v.state = 'done'
    order by coalesce(c.chosen_at, c.created_at), c.position, v.created_at, v.id`);
}

/** An invoice that is issued. */
export function invoiceFile(db: Queryable, invoiceId: string): Promise<MediaFile | undefined> {
  return db.first(sql`
    select pdf_key as storage_key, pdf_sha256 as sha256, 'invoice-' || number as title
    from invoices where id = ${invoiceId} and issue_state = 'issued'`);
}

/** All data of a customer, as long as the file is kept. */
export function dataExportFile(db: Queryable, exportId: string): Promise<MediaFile | undefined> {
  return db.first(sql`
    select storage_key, sha256, 'data' as title
    from data_exports where id = ${exportId} and state = 'ready' and expires_at > app_now()`);
}

/** A stored file that a row refers to. */
export interface KeptFile {
  storageKey: string;
  /** Where the row has it. */
  sha256: Buffer | null;
}

/** Every file that a row refers to: a backup contains it, a restore needs it. Add each new column with a storage key here. */
export function keptFiles(db: Queryable): Promise<KeptFile[]> {
  return db.query(sql`
    select 'photos/' || filename as storage_key, sha256 from photos
    union all select film_key, film_sha256 from films where film_key is not null
    union all select poster_key, null from films where poster_key is not null
    union all select pdf_key, pdf_sha256 from invoices where pdf_key is not null
    union all select storage_key, sha256 from data_exports where storage_key is not null
    union all select 'photos/' || photo_filename, photo_sha256 from video_config_tests
    union all select film_key, film_sha256 from video_config_tests where film_key is not null
    order by storage_key`);
}
