import { limits } from '@keepsake/contract/limits';
import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { any, appNow, later } from '../../../platform/database/expressions.ts';
import type { BucketsTable } from '../../../platform/database/tables.ts';
import { prepared, type Placeholders } from '../../../platform/database/prepared.ts';
import { newId } from '../../../platform/ids.ts';

const columns = [
  'id',
  'userId',
  'name',
  'status',
  'revision',
  'createdAt',
  'updatedAt',
  'paidAt',
  'deletionDate',
] as const;
export type BucketRow = Pick<Selectable<BucketsTable>, (typeof columns)[number]>;

/** The deletion date of a bucket that is changed now. */
const endOfRetention = later(appNow, limits.retentionDays * 24 * 3_600_000);

/** Inserts an unpaid bucket. */
export async function insertBucket(tx: Tx, userId: string, clientKey: string | undefined): Promise<string> {
  const id = newId();
  await tx
    .insertInto('buckets')
    .values({ id, userId, clientKey, createdAt: appNow, updatedAt: appNow, deletionDate: endOfRetention })
    .execute();
  return id;
}

/** The bucket that this user's browser created with this key. */
export function bucketOfKey(db: Queryable, userId: string, clientKey: string): Promise<BucketRow | undefined> {
  return db
    .selectFrom('buckets')
    .where('userId', '=', userId)
    .where('clientKey', '=', clientKey)
    .select(columns)
    .executeTakeFirst();
}

/** Serializes the creation of buckets by one user, so that they can be counted. @returns whether the user still exists */
export async function lockOwner(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx.selectFrom('users').where('id', '=', userId).select('id').forNoKeyUpdate().executeTakeFirst();
  return user !== undefined;
}

/** A bucket of this user; undefined if it does not exist or belongs to another user. */
export function ownBucket(db: Queryable, userId: string, bucketId: string): Promise<BucketRow | undefined> {
  return db
    .selectFrom('buckets')
    .where('id', '=', bucketId)
    .where('userId', '=', userId)
    .select(columns)
    .executeTakeFirst();
}

/** Locks the buckets in the order of their ids, and returns them. */
export function lockBuckets(tx: Tx, bucketIds: string[]): Promise<BucketRow[]> {
  return tx.selectFrom('buckets').where('id', '=', any(bucketIds)).select(columns).orderBy('id').forUpdate().execute();
}

/** A page of a user's buckets, or only of the archived ones. */
export interface BucketPage {
  page: number;
  limit: number;
  archived: boolean;
}

/** A page of a user's buckets, newest first, with their total number and the number of archived ones. */
export async function bucketsPage(
  db: Queryable,
  userId: string,
  { page, limit, archived }: BucketPage,
): Promise<{ total: number; archivedTotal: number; buckets: BucketRow[] }> {
  const rows = await countedPage(db, { userId, archived, limit, offset: (page - 1) * limit });
  const [{ total, archivedTotal } = { total: 0, archivedTotal: 0 }] = rows;
  return { total, archivedTotal, buckets: rows.filter(isShown) };
}

type PageArguments = { userId: string; archived: boolean; limit: number; offset: number };

const countedPage = prepared((db, { userId, archived, limit, offset }: Placeholders<PageArguments>) => {
  const ofUser = db.selectFrom('buckets').where('userId', '=', userId);
  const counted = ofUser.select(({ fn }) => [
    fn.countAll<number>().filterWhere(isArchived, '=', archived).as('total'),
    fn.countAll<number>().filterWhere(isArchived, '=', true).as('archivedTotal'),
  ]);
  const shown = ofUser
    .where(isArchived, '=', archived)
    .select(columns)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);
  // One statement, so that page and numbers match. An empty page is one row with the numbers only.
  return db
    .selectFrom(counted.as('counted'))
    .leftJoin(shown.as('shown'), (join) => join.onTrue())
    .selectAll('counted')
    .selectAll('shown')
    .orderBy('shown.createdAt', 'desc')
    .orderBy('shown.id', 'desc');
});

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

function isShown<Row extends Nullable<BucketRow>>(row: Row): row is Row & BucketRow {
  return row.id !== null;
}

const isArchived = sql<boolean>`(status = 'archived')`;

/** The number of the page that contains a user's bucket (of the archived buckets if it is archived); the first page if there is no such bucket. */
export async function pageOfBucket(
  db: Queryable,
  userId: string,
  bucketId: string,
  limit: number,
): Promise<{ page: number; archived: boolean }> {
  const found = await db
    .selectFrom('buckets as requested')
    .where('requested.id', '=', bucketId)
    .where('requested.userId', '=', userId)
    .select(({ selectFrom }) => [
      'requested.status',
      selectFrom('buckets')
        .where('userId', '=', userId)
        .where(sql<boolean>`(buckets.status = 'archived') = (requested.status = 'archived')`)
        .where(({ eb, refTuple }) =>
          eb(refTuple('buckets.createdAt', 'buckets.id'), '>', refTuple('requested.createdAt', 'requested.id')),
        )
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('newer'),
    ])
    .executeTakeFirst();
  return { page: Math.floor((found?.newer ?? 0) / limit) + 1, archived: found?.status === 'archived' };
}

export async function countOpenBuckets(db: Queryable, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('buckets')
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks the contents of the buckets as changed: invalidates an earlier price, and restarts their retention period. */
export async function touchBuckets(tx: Tx, bucketIds: string[]): Promise<void> {
  await tx
    .updateTable('buckets')
    .where('id', '=', any(bucketIds))
    .set(({ eb }) => ({ revision: eb('revision', '+', 1), updatedAt: appNow, deletionDate: endOfRetention }))
    .execute();
}

/** Restarts the retention period of paid buckets, for films that are granted, retried, delivered or have failed; an extended period is not shortened. */
export async function extendRetention(tx: Tx, bucketIds: string[]): Promise<void> {
  await tx
    .updateTable('buckets')
    .where('id', '=', any(bucketIds))
    .set(({ fn }) => ({ updatedAt: appNow, deletionDate: fn<Date>('greatest', ['deletionDate', endOfRetention]) }))
    .execute();
}

/** Moves the deletion date of a bucket. It is no change of the bucket: an open payment page stays valid. */
export async function setDeletionDate(tx: Tx, bucketId: string, deletionDate: Date): Promise<void> {
  await tx.updateTable('buckets').where('id', '=', bucketId).set({ deletionDate }).execute();
}

/** Marks a bucket as paid, and restarts its retention period. */
export async function markBucketPaid(tx: Tx, bucketId: string): Promise<void> {
  await tx
    .updateTable('buckets')
    .where('id', '=', bucketId)
    .set({ status: 'paid', paidAt: appNow, updatedAt: appNow, deletionDate: endOfRetention })
    .execute();
}

/** Archives or restores a paid bucket. Its retention period does not change. */
export async function setBucketStatus(tx: Tx, bucketId: string, status: 'paid' | 'archived'): Promise<void> {
  const time = status === 'archived' ? { archivedAt: appNow } : { unarchivedAt: appNow };
  await tx
    .updateTable('buckets')
    .where('id', '=', bucketId)
    .set({ status, updatedAt: appNow, ...time })
    .execute();
}

/** @returns the renamed bucket; undefined if it does not exist or belongs to another user */
export function renameOwnBucket(
  db: Queryable,
  userId: string,
  bucketId: string,
  name: string | null,
): Promise<BucketRow | undefined> {
  return db
    .updateTable('buckets')
    .where('id', '=', bucketId)
    .where('userId', '=', userId)
    .set({ name })
    .returning(columns)
    .executeTakeFirst();
}

export async function deleteBucketRows(tx: Tx, bucketIds: string[]): Promise<void> {
  await tx.deleteFrom('buckets').where('id', '=', any(bucketIds)).execute();
}
