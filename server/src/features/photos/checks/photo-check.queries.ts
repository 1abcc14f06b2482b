import type { Clock } from '../../../platform/clock.ts';
import { sql, type Queryable } from '../../../platform/db.ts';

export interface CheckRow {
  contentId: string;
  /** Of the photo as it is kept, in pixels. */
  width: number;
  height: number;
  /** Null where the photo was not looked at yet, or could not be. */
  findings: unknown;
  isChecked: boolean;
}

/** The photos of a set with what was seen in them, in their order. */
export function checksOfBucket(db: Queryable, bucketId: string): Promise<CheckRow[]> {
  return db.query(sql`
    select contents.id as content_id, width, height, findings, checked_at is not null as is_checked
    from contents left join photo_checks on content_id = contents.id
    where bucket_id = ${bucketId} order by position`);
}

/** The file of a photo that was not looked at yet; advice is only for what can still be changed. */
export async function fileToCheck(db: Queryable, contentId: string): Promise<string | undefined> {
  const row = await db.first<{ filename: string }>(sql`
    select filename from contents join buckets on buckets.id = bucket_id and buckets.status = 'pending'
    where contents.id = ${contentId} and not exists (select 1 from photo_checks where content_id = contents.id)`);
  return row?.filename;
}

/**
 * Keeps what was seen in the same picture of the same customer before. Not in that of others: how fast the answer comes would tell that
 * somebody else has the picture. @returns whether it was seen
 */
export async function keepKnownCheck(db: Queryable, clock: Clock, contentId: string): Promise<boolean> {
  const kept = await db.run(sql`
    insert into photo_checks (content_id, findings, checked_at)
    select contents.id, known.findings, ${clock.now()}
    from contents
    join buckets on buckets.id = contents.bucket_id
    join buckets own on own.user_id = buckets.user_id
    join contents same on same.bucket_id = own.id and same.sha256 = contents.sha256
    join photo_checks known on known.content_id = same.id and known.findings is not null
    where contents.id = ${contentId} limit 1
    on conflict (content_id) do nothing`);
  return kept > 0;
}

/** Nothing is kept where the photo was deleted meanwhile. */
export async function keepCheck(
  db: Queryable,
  clock: Clock,
  contentId: string,
  findings: object | null,
): Promise<void> {
  await db.run(sql`
    insert into photo_checks (content_id, findings, checked_at)
    select id, ${findings && JSON.stringify(findings)}::jsonb, ${clock.now()} from contents where id = ${contentId}
    on conflict (content_id) do nothing`);
}
