import type { Action } from '@keepsake/contract/photos/content';
import { sql, type ExpressionBuilder } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { any, appNow } from '../../platform/database/expressions.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { prepared, type Placeholders } from '../../platform/database/prepared.ts';

export interface PhotoRow {
  id: string;
  bucketId: string;
  bucketStatus: 'pending' | 'paid' | 'archived';
  filename: string;
  originalName: string;
  /** The upload id that the client chose. */
  uploadId: string | null;
  width: number;
  height: number;
  actions: Action[];
  createdAt: Date;
  /** The findings of its check; null until it is checked. */
  findings: unknown;
}

/** A photo whose file is already stored. */
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
  /** When its customer chose it; missing if the client did not say. */
  chosenAt?: string | undefined;
}

/** The key of a photo's file in storage. */
export function photoKey(filename: string): string {
  return `photos/${filename}`;
}

/** Photos of buckets, in the order in which they were chosen, or uploaded if that is not known. */
export function photosOfBuckets(db: Queryable, bucketIds: string[]): Promise<PhotoRow[]> {
  return photosIn(db, { bucketIds });
}

const photosIn = prepared((db, { bucketIds }: Placeholders<{ bucketIds: string[] }>) =>
  selectPhotos(db).where('photos.bucketId', '=', any(bucketIds)),
);

export function photosById(db: Queryable, photoIds: string[]): Promise<PhotoRow[]> {
  return selectPhotos(db).where('photos.id', '=', any(photoIds)).execute();
}

/** The photos among these ids that belong to this user. */
export function ownPhotos(db: Queryable, userId: string, photoIds: string[]): Promise<PhotoRow[]> {
  return selectPhotos(db).where('photos.id', '=', any(photoIds)).where('buckets.userId', '=', userId).execute();
}

/** The payment status of a photo's bucket. */
export interface PhotoStatusRow {
  id: string;
  bucketId: string;
  isPaid: boolean;
  /** Whether its bucket has an open payment page that may have been paid meanwhile. */
  mayBePaid: boolean;
}

/** Status of this user's photos among these ids. Polled every few seconds, so it reads only the needed columns. */
export function statusOfPhotos(db: Queryable, userId: string, photoIds: string[]): Promise<PhotoStatusRow[]> {
  return ownStatuses(db, { userId, photoIds });
}

const ownStatuses = prepared((db, { userId, photoIds }: Placeholders<{ userId: string; photoIds: string[] }>) =>
  // Selected by their ids first: otherwise the planner would scan every photo of the user.
  db
    .with(
      (cte) => cte('requested').materialized(),
      (statement) => statement.selectFrom('photos').where('id', '=', any(photoIds)).select(['id', 'bucketId']),
    )
    .selectFrom('requested')
    .innerJoin('buckets', 'buckets.id', 'requested.bucketId')
    .where('buckets.userId', '=', userId)
    .select(({ eb, and, exists, selectFrom }) => [
      'requested.id',
      'requested.bucketId',
      eb('buckets.status', '<>', 'pending').$castTo<boolean>().as('isPaid'),
      and([
        eb('buckets.status', '=', 'pending'),
        exists(
          selectFrom('checkouts')
            .whereRef('checkouts.bucketId', '=', 'buckets.id')
            .where('checkouts.state', '=', sql.lit('open'))
            .select('checkouts.id'),
        ),
      ])
        .$castTo<boolean>()
        .as('mayBePaid'),
    ]),
);

/** A photo of this user by the name of its file. */
export function ownPhotoByFilename(db: Queryable, userId: string, filename: string): Promise<PhotoRow | undefined> {
  return selectPhotos(db)
    .where('photos.filename', '=', filename)
    .where('buckets.userId', '=', userId)
    .executeTakeFirst();
}

/** Photos of this user with this upload id. */
export function ownPhotosOfUpload(db: Queryable, userId: string, uploadId: string): Promise<PhotoRow[]> {
  return selectPhotos(db).where('photos.uploadId', '=', uploadId).where('buckets.userId', '=', userId).execute();
}

/** Photos of a bucket that were made from files with these sources (see `sourcesOf`). */
export function photosOfSources(
  db: Queryable,
  bucketId: string,
  sources: Buffer[],
): Promise<(PhotoRow & { sourceSha256: Buffer })[]> {
  return selectPhotos(db)
    .where('photos.bucketId', '=', bucketId)
    .where('photos.sourceSha256', '=', any(sources))
    .execute();
}

function selectPhotos(db: Queryable) {
  return db
    .selectFrom('photos')
    .innerJoin('buckets', 'buckets.id', 'photos.bucketId')
    .leftJoin('photoChecks', 'photoChecks.photoId', 'photos.id')
    .select([
      'photos.id',
      'photos.bucketId',
      'buckets.status as bucketStatus',
      'photos.filename',
      'photos.originalName',
      'photos.uploadId',
      'photos.width',
      'photos.height',
      'photos.sourceSha256',
      'photos.createdAt',
      'photoChecks.findings',
    ])
    .select(actionsOfPhoto)
    .orderBy('photos.bucketId')
    .orderBy(({ fn }) => fn.coalesce('photos.chosenAt', 'photos.createdAt'))
    .orderBy('photos.position')
    .orderBy('photos.id');
}

function actionsOfPhoto({ selectFrom }: ExpressionBuilder<Tables, 'photos'>) {
  return selectFrom('photoPrompts')
    .whereRef('photoId', '=', 'photos.id')
    .select(({ fn, ref }) => {
      const action = jsonBuildObject({ promptId: ref('promptId'), variety: ref('variety'), agreedTo: ref('agreedTo') });
      const written = fn<Action>('json_strip_nulls', [action]);
      return fn.coalesce(fn.jsonAgg(written).orderBy('photoPrompts.position'), sql<[]>`'[]'`).as('actions');
    })
    .$asScalar()
    .$notNull()
    .as('actions');
}

/** Sources, in hex, of the files from which a bucket's photos were made. */
export async function sourcesOfBucket(db: Queryable, bucketId: string): Promise<string[]> {
  const rows = await db.selectFrom('photos').where('bucketId', '=', bucketId).select('sourceSha256').execute();
  return rows.map(({ sourceSha256 }) => sourceSha256.toString('hex'));
}

export async function photoIdsOfBuckets(db: Queryable, bucketIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .where('bucketId', '=', any(bucketIds))
    .select('id')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Appends photos with their effects to a bucket whose row is locked. */
export async function insertPhotos(tx: Tx, bucketId: string, photos: NewPhoto[]): Promise<void> {
  for (const photo of photos) {
    const { id, filename, originalName, uploadId, width, height, bytes, sha256, sourceSha256, chosenAt } = photo;
    await tx
      .insertInto('photos')
      .values(({ selectFrom }) => ({
        id,
        bucketId,
        filename,
        originalName,
        uploadId,
        width,
        height,
        bytes,
        sha256,
        sourceSha256,
        position: selectFrom('photos')
          .where('bucketId', '=', bucketId)
          .select(({ eb, fn, lit }) => fn.coalesce(eb(fn.max('position'), '+', lit(1)), lit(0)).as('next')),
        createdAt: appNow,
        chosenAt: chosenAt === undefined ? null : new Date(chosenAt),
      }))
      .execute();
  }
  await insertActions(
    tx,
    photos.map(({ id, actions }) => ({ photoId: id, actions })),
  );
}

/** Replaces all effects of the photos. */
export async function replaceActions(tx: Tx, chosen: { photoId: string; actions: Action[] }[]): Promise<void> {
  const photoIds = chosen.map(({ photoId }) => photoId);
  await tx.deleteFrom('photoPrompts').where('photoId', '=', any(photoIds)).execute();
  await insertActions(tx, chosen);
}

/** Removes agreements that no film needs. The choice stays the same, so an open payment page does too. */
export async function dropAgreements(tx: Tx, unneeded: { photoId: string; promptId: string }[]): Promise<void> {
  for (const { photoId, promptId } of unneeded)
    await tx
      .updateTable('photoPrompts')
      .where('photoId', '=', photoId)
      .where('promptId', '=', promptId)
      .set({ agreedTo: null })
      .execute();
}

async function insertActions(tx: Tx, chosen: { photoId: string; actions: Action[] }[]): Promise<void> {
  const rows = chosen.flatMap(({ photoId, actions }) =>
    actions.map(({ promptId, variety, agreedTo = null }, position) => ({
      photoId,
      promptId,
      variety,
      position,
      agreedTo,
    })),
  );
  if (rows.length === 0) return;
  // One statement for any number of rows.
  await sql`
    insert into photo_prompts (photo_id, prompt_id, variety, position, agreed_to)
    select * from unnest(
      ${rows.map((row) => row.photoId)}::uuid[], ${rows.map((row) => row.promptId)}::uuid[],
      ${rows.map((row) => row.variety)}::int[], ${rows.map((row) => row.position)}::int[],
      ${rows.map((row) => row.agreedTo)}::text[]
    )`.execute(tx);
}

export async function deletePhotoRow(tx: Tx, photoId: string): Promise<void> {
  await tx.deleteFrom('photos').where('id', '=', photoId).execute();
}

/** Storage keys of photos, their films and the films' posters. */
export async function filesOfPhotos(db: Queryable, photoIds: string[]): Promise<string[]> {
  const photos = await db.selectFrom('photos').where('id', '=', any(photoIds)).select('filename').execute();
  const films = await db
    .selectFrom('films')
    .where('photoId', '=', any(photoIds))
    .select(['filmKey', 'posterKey'])
    .execute();
  return [
    ...photos.map(({ filename }) => photoKey(filename)),
    ...films.flatMap(({ filmKey, posterKey }) => [filmKey, posterKey]).filter((key) => key !== null),
  ];
}

/** The prompts among these ids that are on offer, each with the English name of its theme. */
export async function offeredAmong(db: Queryable, promptIds: string[]): Promise<Map<string, string>> {
  if (promptIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('prompts')
    .where('id', '=', any(promptIds))
    .where('withdrawnAt', 'is', null)
    .where('enabled', '=', true)
    .select(['id', sql<string>`coalesce(image_theme ->> 'en', image_theme #>> '{}')`.as('theme')])
    .execute();
  return new Map(rows.map(({ id, theme }) => [id, theme]));
}

/** A photo of an order with its chosen effects, possibly none. */
interface OrderedPhoto {
  photoId: string;
  originalName: string;
  actions: Action[];
}

/** The photos of a bucket with their effects, in order, as they are priced and frozen at checkout. */
export async function orderOfBucket(db: Queryable, bucketId: string): Promise<OrderedPhoto[]> {
  const photos = await photosOfBuckets(db, [bucketId]);
  return photos.map(({ id, originalName, actions }) => ({ photoId: id, originalName, actions }));
}
