import { limits } from '@keepsake/contract/limits';
import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { any, appNow, later } from '../../../platform/database/expressions.ts';
import type { BucketsTable } from '../../../platform/database/tables.ts';
import { prepared, type Placeholders } from '../../../platform/database/prepared.ts';
import { newId } from '../../../platform/ids.ts';

const columns = ['id', 'userId', 'status', 'revision', 'createdAt', 'updatedAt', 'paidAt', 'deletionDate'] as const;
export type BucketRow = Pick<Selectable<BucketsTable>, (typeof columns)[number]>;

/** When what changes now will be deleted. */
const endOfRetention = later(appNow, limits.retentionDays * 24 * 3_600_000);

/** A new unpaid set. */
export async function insertBucket(tx: Tx, userId: string, clientKey: string | undefined): Promise<string> {
  const id = newId();
  await tx
    .insertInto('buckets')
    .values({ id, userId, clientKey, createdAt: appNow, updatedAt: appNow, deletionDate: endOfRetention })
    .execute();
  return id;
}

/** The set that this user's browser made under that key. */
export function bucketOfKey(db: Queryable, userId: string, clientKey: string): Promise<BucketRow | undefined> {
  return db
    .selectFrom('buckets')
    .where('userId', '=', userId)
    .where('clientKey', '=', clientKey)
    .select(columns)
    .executeTakeFirst();
}

/** Makes new sets of one user come one after the other, so that they can be counted. @returns whether the user still exists */
export async function lockOwner(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx.selectFrom('users').where('id', '=', userId).select('id').forNoKeyUpdate().executeTakeFirst();
  return user !== undefined;
}

/** A set of this user; undefined where it does not exist or belongs to another user. */
export function ownBucket(db: Queryable, userId: string, bucketId: string): Promise<BucketRow | undefined> {
  return db
    .selectFrom('buckets')
    .where('id', '=', bucketId)
    .where('userId', '=', userId)
    .select(columns)
    .executeTakeFirst();
}

/** Locks the sets in the order of their ids and reads them. */
export function lockBuckets(tx: Tx, bucketIds: string[]): Promise<BucketRow[]> {
  return tx.selectFrom('buckets').where('id', '=', any(bucketIds)).select(columns).orderBy('id').forUpdate().execute();
}

/** A page of a user's sets, or of the archived ones alone. */
export interface BucketPage {
  page: number;
  limit: number;
  archived: boolean;
}

/** A page of a user's sets, newest first, with the number of all such and the number of those that are archived. */
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
  // One statement, so that the numbers are those of the moment of the page. Without any set on it there is one row of numbers alone.
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

/** The page on which a user's set is, among the archived ones where it is one of them; the first page where there is no such set. */
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

/** Marks the contents of the sets as changed: an earlier price is no longer valid, and the retention of their files starts again. */
export async function touchBuckets(tx: Tx, bucketIds: string[]): Promise<void> {
  await tx
    .updateTable('buckets')
    .where('id', '=', any(bucketIds))
    .set(({ eb }) => ({ revision: eb('revision', '+', 1), updatedAt: appNow, deletionDate: endOfRetention }))
    .execute();
}

/** Something was added to a paid set: its files stay their full time from now, or longer where they would anyway. */
export async function keepBucketLonger(tx: Tx, bucketId: string): Promise<void> {
  await tx
    .updateTable('buckets')
    .where('id', '=', bucketId)
    .set(({ fn }) => ({ updatedAt: appNow, deletionDate: fn<Date>('greatest', ['deletionDate', endOfRetention]) }))
    .execute();
}

/** The set is paid now, and its files stay their full time from now. */
export async function markBucketPaid(tx: Tx, bucketId: string): Promise<void> {
  await tx
    .updateTable('buckets')
    .where('id', '=', bucketId)
    .set({ status: 'paid', paidAt: appNow, updatedAt: appNow, deletionDate: endOfRetention })
    .execute();
}

/** Takes a paid set off the dashboard or puts it back on. How long its files are kept is not touched by it. */
export async function setBucketStatus(tx: Tx, bucketId: string, status: 'paid' | 'archived'): Promise<void> {
  await tx.updateTable('buckets').where('id', '=', bucketId).set({ status, updatedAt: appNow }).execute();
}

export async function deleteBucketRows(tx: Tx, bucketIds: string[]): Promise<void> {
  await tx.deleteFrom('buckets').where('id', '=', any(bucketIds)).execute();
}
