import type { Action } from '@keepsake/contract/content';
import { sql, type Queryable, type Sql, type Tx } from '../../platform/database/db.ts';

export interface PhotoRow {
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
export interface NewPhoto {
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
  /** When its customer chose it, where it was sent. */
  chosenAt?: string | undefined;
}

/** The key of a photo's file in storage. */
export function photoKey(filename: string): string {
  return `photos/${filename}`;
}

/** Photos of sets, in the order in which they were chosen, or added where that is not known. */
export function photosOfBuckets(db: Queryable, bucketIds: string[]): Promise<PhotoRow[]> {
  return selectPhotos(db, sql`photos.bucket_id = any(${bucketIds}::uuid[])`);
}

export function photosById(db: Queryable, photoIds: string[]): Promise<PhotoRow[]> {
  return selectPhotos(db, sql`photos.id = any(${photoIds}::uuid[])`);
}

/** Those of the photos that belong to this user. */
export function ownPhotos(db: Queryable, userId: string, photoIds: string[]): Promise<PhotoRow[]> {
  return selectPhotos(db, sql`photos.id = any(${photoIds}::uuid[]) and buckets.user_id = ${userId}`);
}

/** The payment status of a photo's set. */
export interface PhotoStatusRow {
  id: string;
  bucketId: string;
  isPaid: boolean;
  /** Its set has a payment page that may have been paid meanwhile. */
  mayBePaid: boolean;
}

/** Status of those of the photos that belong to this user. Polled every few seconds, so it reads only the needed columns. */
export function statusOfPhotos(db: Queryable, userId: string, photoIds: string[]): Promise<PhotoStatusRow[]> {
  // By their ids first: the planner would else scan every photo of the user.
  return db.query(sql`
    with requested as materialized (select id, bucket_id from photos where id = any(${photoIds}::uuid[]))
    select requested.id, requested.bucket_id, buckets.status <> 'pending' as is_paid, buckets.status = 'pending' and exists (
      select 1 from checkouts where bucket_id = buckets.id and state = 'open') as may_be_paid
    from requested join buckets on buckets.id = requested.bucket_id
    where buckets.user_id = ${userId}`);
}

/** A photo of this user by the name of its file. */
export async function ownPhotoByFilename(
  db: Queryable,
  userId: string,
  filename: string,
): Promise<PhotoRow | undefined> {
  const [row] = await selectPhotos(db, sql`photos.filename = ${filename} and buckets.user_id = ${userId}`);
  return row;
}

/** Photos that this user sent under that id of an upload. */
export function ownPhotosOfUpload(db: Queryable, userId: string, uploadId: string): Promise<PhotoRow[]> {
  return selectPhotos(db, sql`photos.upload_id = ${uploadId} and buckets.user_id = ${userId}`);
}

/** Photos of a set that were made of these files; the files go by their source. */
export function photosOfSources(
  db: Queryable,
  bucketId: string,
  sources: Buffer[],
): Promise<(PhotoRow & { sourceSha256: Buffer })[]> {
  return selectPhotos(db, sql`photos.bucket_id = ${bucketId} and photos.source_sha256 = any(${sources}::bytea[])`);
}

function selectPhotos(db: Queryable, condition: Sql): Promise<(PhotoRow & { sourceSha256: Buffer })[]> {
  return db.query(sql`
    select photos.id, photos.bucket_id, buckets.status as bucket_status, photos.filename, photos.original_name,
      photos.upload_id, photos.width, photos.height, photos.source_sha256, photos.created_at,
      coalesce((
        select json_agg(json_build_object('promptId', prompt_id, 'variety', variety) order by photo_prompts.position)
        from photo_prompts where photo_id = photos.id
      ), '[]'::json) as actions
    from photos join buckets on buckets.id = photos.bucket_id
    where ${condition}
    order by photos.bucket_id, coalesce(photos.chosen_at, photos.created_at), photos.position, photos.id`);
}

/** Sources, in hex, of the files that a set's photos were made of. */
export async function sourcesOfBucket(db: Queryable, bucketId: string): Promise<string[]> {
  const rows = await db.query<{ source: string }>(
    sql`select encode(source_sha256, 'hex') as source from photos where bucket_id = ${bucketId}`,
  );
  return rows.map((row) => row.source);
}

export async function photoIdsOfBuckets(db: Queryable, bucketIds: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from photos where bucket_id = any(${bucketIds}::uuid[]) order by id`,
  );
  return rows.map((row) => row.id);
}

/** Appends photos with their effects to a set whose row is locked. */
export async function insertPhotos(tx: Tx, bucketId: string, photos: NewPhoto[]): Promise<void> {
  for (const photo of photos) {
    await tx.run(sql`
      insert into photos (
        id, bucket_id, position, filename, original_name, upload_id, width, height, bytes, sha256, source_sha256, created_at, chosen_at)
      values (
        ${photo.id}, ${bucketId}, (select coalesce(max(position) + 1, 0) from photos where bucket_id = ${bucketId}),
        ${photo.filename}, ${photo.originalName}, ${photo.uploadId}, ${photo.width}, ${photo.height}, ${photo.bytes},
        ${photo.sha256}, ${photo.sourceSha256}, app_now(), ${photo.chosenAt ?? null}::timestamptz
      )`);
  }
  await insertActions(
    tx,
    photos.map(({ id, actions }) => ({ photoId: id, actions })),
  );
}

/** Puts these effects in the place of whatever the photos had. */
export async function replaceActions(tx: Tx, chosen: { photoId: string; actions: Action[] }[]): Promise<void> {
  const photoIds = chosen.map(({ photoId }) => photoId);
  await tx.run(sql`delete from photo_prompts where photo_id = any(${photoIds}::uuid[])`);
  await insertActions(tx, chosen);
}

async function insertActions(tx: Tx, chosen: { photoId: string; actions: Action[] }[]): Promise<void> {
  const rows = chosen.flatMap(({ photoId, actions }) =>
    actions.map(({ promptId, variety }, position) => ({ photoId, promptId, variety, position })),
  );
  if (rows.length === 0) return;
  await tx.run(sql`
    insert into photo_prompts (photo_id, prompt_id, variety, position)
    select * from unnest(
      ${rows.map((row) => row.photoId)}::uuid[], ${rows.map((row) => row.promptId)}::uuid[],
      ${rows.map((row) => row.variety)}::int[], ${rows.map((row) => row.position)}::int[]
    )`);
}

export async function deletePhotoRow(tx: Tx, photoId: string): Promise<void> {
  await tx.run(sql`delete from photos where id = ${photoId}`);
}

/** Storage keys of photos, their films and the films' posters. */
export async function filesOfPhotos(db: Queryable, photoIds: string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    select 'photos/' || filename as key from photos where id = any(${photoIds}::uuid[])
    union all select film_key from films where photo_id = any(${photoIds}::uuid[]) and film_key is not null
    union all select poster_key from films where photo_id = any(${photoIds}::uuid[]) and poster_key is not null`);
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

/** One photo of an order with the effects chosen for it, none perhaps. */
interface OrderedPhoto {
  photoId: string;
  originalName: string;
  actions: Action[];
}

/** The photos of a set with their effects, in order, as they are priced and frozen at checkout. */
export async function orderOfBucket(db: Queryable, bucketId: string): Promise<OrderedPhoto[]> {
  const photos = await photosOfBuckets(db, [bucketId]);
  return photos.map(({ id, originalName, actions }) => ({ photoId: id, originalName, actions }));
}
