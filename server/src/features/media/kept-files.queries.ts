import { sql, type Queryable } from '../../platform/db.ts';

/** A file in storage that a row needs. */
export interface KeptFile {
  storageKey: string;
  /** Where the row knows it. */
  sha256: Buffer | null;
}

/** Every file that some row needs: what a backup holds, and what there must be after a restore. A new column with a storage key belongs here. */
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
