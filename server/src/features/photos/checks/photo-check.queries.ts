import type { Clock } from '../../../platform/clock.ts';
import { sql, type Queryable } from '../../../platform/database/db.ts';

export interface CheckRow {
  photoId: string;
  /** Of the photo as it is kept, in pixels. */
  width: number;
  height: number;
  /** Null where the photo is not checked yet, or could not be. */
  findings: unknown;
  isChecked: boolean;
}

/** The photos of a set with their findings, in order. */
export function checksOfBucket(db: Queryable, bucketId: string): Promise<CheckRow[]> {
  return db.query(sql`
    select photos.id as photo_id, width, height, findings, checked_at is not null as is_checked
    from photos left join photo_checks on photo_id = photos.id
    where bucket_id = ${bucketId} order by position`);
}

/** The file of a photo that is not checked yet and can still be changed. */
export async function fileToCheck(db: Queryable, photoId: string): Promise<string | undefined> {
  const row = await db.first<{ filename: string }>(sql`
    select filename from photos join buckets on buckets.id = bucket_id and buckets.status = 'pending'
    where photos.id = ${photoId} and not exists (select 1 from photo_checks where photo_id = photos.id)`);
  return row?.filename;
}

/**
 * Copies the findings of the same picture of the same customer. Not of other customers: a fast answer would reveal that another
 * customer has the picture. @returns whether there were any
 */
export async function keepKnownCheck(db: Queryable, clock: Clock, photoId: string): Promise<boolean> {
  const kept = await db.run(sql`
    insert into photo_checks (photo_id, findings, checked_at)
    select photos.id, known.findings, ${clock.now()}
    from photos
    join buckets on buckets.id = photos.bucket_id
    join buckets own on own.user_id = buckets.user_id
    join photos same on same.bucket_id = own.id and same.sha256 = photos.sha256
    join photo_checks known on known.photo_id = same.id and known.findings is not null
    where photos.id = ${photoId} limit 1
    on conflict (photo_id) do nothing`);
  return kept > 0;
}

/** Does nothing where the photo was deleted meanwhile. */
export async function keepCheck(db: Queryable, clock: Clock, photoId: string, findings: object | null): Promise<void> {
  await db.run(sql`
    insert into photo_checks (photo_id, findings, checked_at)
    select id, ${findings && JSON.stringify(findings)}::jsonb, ${clock.now()} from photos where id = ${photoId}
    on conflict (photo_id) do nothing`);
}
