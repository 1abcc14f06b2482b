import type { Action } from '@keepsake/contract/content';
import { sql, type Queryable, type Sql, type Tx } from '../../platform/db.ts';

export interface ContentRow {
  id: string;
  bucketId: string;
  bucketStatus: 'pending' | 'paid' | 'archived';
  filename: string;
  originalName: string;
  /** The sender's own name for the upload. */
  uploadId: string | null;
  width: number;
  height: number;
  actions: Action[];
  createdAt: Date;
}

/** A photo whose file is stored already. */
export interface NewContent {
  id: string;
  filename: string;
  originalName: string;
  uploadId: string | null;
  width: number;
  height: number;
  bytes: number;
  sha256: Buffer;
  sourceSha256: Buffer;
  actions: Action[];
  /** When its customer chose it, as far as that was said. */
  chosenAt?: string | undefined;
}

/** The key of a photo's file in storage. */
export function photoKey(filename: string): string {
  return `photos/${filename}`;
}

/** Photos of sets, in the order in which they were chosen, or added where that is not known. */
export function contentsOfBuckets(db: Queryable, bucketIds: string[]): Promise<ContentRow[]> {
  return selectContents(db, sql`contents.bucket_id = any(${bucketIds}::uuid[])`);
}

export function contentsById(db: Queryable, contentIds: string[]): Promise<ContentRow[]> {
  return selectContents(db, sql`contents.id = any(${contentIds}::uuid[])`);
}

/** Those of the photos that belong to this user. */
export function ownContents(db: Queryable, userId: string, contentIds: string[]): Promise<ContentRow[]> {
  return selectContents(db, sql`contents.id = any(${contentIds}::uuid[]) and buckets.user_id = ${userId}`);
}

/** Where a photo's set stands. */
export interface StandingRow {
  id: string;
  bucketId: string;
  isPaid: boolean;
  /** Its set has a payment page that may have been paid meanwhile. */
  mayBePaid: boolean;
}

/** Where those of the photos stand that belong to this user: of what is asked every few seconds, only what that needs. */
export function standingOfContents(db: Queryable, userId: string, contentIds: string[]): Promise<StandingRow[]> {
  // By their ids first: the planner would else look through everything that the user ever uploaded.
  return db.query(sql`
    with asked as materialized (select id, bucket_id from contents where id = any(${contentIds}::uuid[]))
    select asked.id, asked.bucket_id, buckets.status <> 'pending' as is_paid, buckets.status = 'pending' and exists (
      select 1 from checkouts where bucket_id = buckets.id and state = 'open') as may_be_paid
    from asked join buckets on buckets.id = asked.bucket_id
    where buckets.user_id = ${userId}`);
}

/** A photo of this user by the name of its file. */
export async function ownContentByFilename(
  db: Queryable,
  userId: string,
  filename: string,
): Promise<ContentRow | undefined> {
  const [row] = await selectContents(db, sql`contents.filename = ${filename} and buckets.user_id = ${userId}`);
  return row;
}

/** Photos that this user sent under that id of an upload. */
export function ownContentsOfUpload(db: Queryable, userId: string, uploadId: string): Promise<ContentRow[]> {
  return selectContents(db, sql`contents.upload_id = ${uploadId} and buckets.user_id = ${userId}`);
}

/** Photos of a set that were made of these files; the files go by their source. */
export function contentsOfSources(
  db: Queryable,
  bucketId: string,
  sources: Buffer[],
): Promise<(ContentRow & { sourceSha256: Buffer })[]> {
  return selectContents(
    db,
    sql`contents.bucket_id = ${bucketId} and contents.source_sha256 = any(${sources}::bytea[])`,
  );
}

function selectContents(db: Queryable, condition: Sql): Promise<(ContentRow & { sourceSha256: Buffer })[]> {
  return db.query(sql`
    select contents.id, contents.bucket_id, buckets.status as bucket_status, contents.filename, contents.original_name,
      contents.upload_id, contents.width, contents.height, contents.source_sha256, contents.created_at,
      coalesce((
        select json_agg(json_build_object('promptId', prompt_id, 'variety', variety) order by content_actions.position)
        from content_actions where content_id = contents.id
      ), '[]'::json) as actions
    from contents join buckets on buckets.id = contents.bucket_id
    where ${condition}
    order by contents.bucket_id, coalesce(contents.chosen_at, contents.created_at), contents.position, contents.id`);
}

/** Sources, in hex, of the files that a set's photos were made of. */
export async function sourcesOfBucket(db: Queryable, bucketId: string): Promise<string[]> {
  const rows = await db.query<{ source: string }>(
    sql`select encode(source_sha256, 'hex') as source from contents where bucket_id = ${bucketId}`,
  );
  return rows.map((row) => row.source);
}

export async function contentIdsOfBuckets(db: Queryable, bucketIds: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from contents where bucket_id = any(${bucketIds}::uuid[]) order by id`,
  );
  return rows.map((row) => row.id);
}

/** Appends photos with their effects to a set whose row is locked. */
export async function insertContents(tx: Tx, bucketId: string, photos: NewContent[]): Promise<void> {
  for (const photo of photos) {
    await tx.run(sql`
      insert into contents (
        id, bucket_id, position, filename, original_name, upload_id, width, height, bytes, sha256, source_sha256, created_at, chosen_at)
      values (
        ${photo.id}, ${bucketId}, (select coalesce(max(position) + 1, 0) from contents where bucket_id = ${bucketId}),
        ${photo.filename}, ${photo.originalName}, ${photo.uploadId}, ${photo.width}, ${photo.height}, ${photo.bytes},
        ${photo.sha256}, ${photo.sourceSha256}, app_now(), ${photo.chosenAt ?? null}::timestamptz
      )`);
  }
  await insertActions(
    tx,
    photos.map(({ id, actions }) => ({ contentId: id, actions })),
  );
}

/** Puts these effects in the place of whatever the photos had. */
export async function replaceActions(tx: Tx, chosen: { contentId: string; actions: Action[] }[]): Promise<void> {
  const contentIds = chosen.map(({ contentId }) => contentId);
  await tx.run(sql`delete from content_actions where content_id = any(${contentIds}::uuid[])`);
  await insertActions(tx, chosen);
}

async function insertActions(tx: Tx, chosen: { contentId: string; actions: Action[] }[]): Promise<void> {
  const rows = chosen.flatMap(({ contentId, actions }) =>
    actions.map(({ promptId, variety }, position) => ({ contentId, promptId, variety, position })),
  );
  if (rows.length === 0) return;
  await tx.run(sql`
    insert into content_actions (content_id, prompt_id, variety, position)
    select * from unnest(
      ${rows.map((row) => row.contentId)}::uuid[], ${rows.map((row) => row.promptId)}::uuid[],
      ${rows.map((row) => row.variety)}::int[], ${rows.map((row) => row.position)}::int[]
    )`);
}

export async function deleteContentRow(tx: Tx, contentId: string): Promise<void> {
  await tx.run(sql`delete from contents where id = ${contentId}`);
}

/** Storage keys of photos, their films and the films' posters. */
export async function filesOfContents(db: Queryable, contentIds: string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    select 'photos/' || filename as key from contents where id = any(${contentIds}::uuid[])
    union all select film_key from versions where content_id = any(${contentIds}::uuid[]) and film_key is not null
    union all select poster_key from versions where content_id = any(${contentIds}::uuid[]) and poster_key is not null`);
  return rows.map((row) => row.key);
}

/** Those of the effects that are on offer, each with its theme by its English name. */
export async function offeredAmong(db: Queryable, promptIds: string[]): Promise<Map<string, string>> {
  if (promptIds.length === 0) return new Map();
  const rows = await db.query<{ id: string; theme: string }>(sql`
    select id, coalesce(image_theme ->> 'en', image_theme #>> '{}') as theme
    from prompts where id = any(${promptIds}::uuid[]) and withdrawn_at is null`);
  return new Map(rows.map(({ id, theme }) => [id, theme]));
}
