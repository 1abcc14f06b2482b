import { limits } from '@keepsake/contract/limits';
import { sql, type Queryable, type Tx } from '../../../platform/database/db.ts';
import { newId } from '../../../platform/ids.ts';

export interface BucketRow {
  id: string;
  userId: string;
  status: 'pending' | 'paid' | 'archived';
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  paidAt: Date | null;
  deletionDate: Date;
}

const columns = sql`id, user_id, status, revision, created_at, updated_at, paid_at, deletion_date`;
const retention = sql`${limits.retentionDays}::int * interval '1 day'`;

/** A new unpaid set. */
export async function insertBucket(tx: Tx, userId: string, setKey: string | undefined): Promise<string> {
  const id = newId();
  await tx.run(sql`
    insert into buckets (id, user_id, client_key, created_at, updated_at, deletion_date)
    values (${id}, ${userId}, ${setKey ?? null}, app_now(), app_now(), app_now() + ${retention})`);
  return id;
}

/** The set that this user's browser made under that key. */
export function bucketOfKey(db: Queryable, userId: string, setKey: string): Promise<BucketRow | undefined> {
  return db.first(sql`select ${columns} from buckets where user_id = ${userId} and client_key = ${setKey}`);
}

/** Makes new sets of one user come one after the other, so that they can be counted. @returns whether the user still exists */
export async function lockOwner(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.first(sql`select id from users where id = ${userId} for no key update`)) !== undefined;
}

/** A set of this user; undefined where it does not exist or belongs to another user. */
export function ownBucket(db: Queryable, userId: string, bucketId: string): Promise<BucketRow | undefined> {
  return db.first(sql`select ${columns} from buckets where id = ${bucketId} and user_id = ${userId}`);
}

/** Locks the sets in the order of their ids and reads them. */
export function lockBuckets(tx: Tx, bucketIds: string[]): Promise<BucketRow[]> {
  return tx.query(sql`select ${columns} from buckets where id = any(${bucketIds}::uuid[]) order by id for update`);
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
  const rows = await db.query<BucketRow & { total: number; archivedTotal: number }>(sql`
    select counted.total, counted.archived_total, shown.*
    from (
      select (count(*) filter (where (status = 'archived') = ${archived}))::int as total,
        (count(*) filter (where status = 'archived'))::int as archived_total
      from buckets where user_id = ${userId}
    ) counted
    left join lateral (
      select ${columns} from buckets where user_id = ${userId} and (status = 'archived') = ${archived}
      order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}
    ) shown on true`);
  const [{ total, archivedTotal } = { total: 0, archivedTotal: 0 }] = rows;
  return { total, archivedTotal, buckets: rows.filter((row) => row.id !== null) };
}

/** The page on which a user's set is, among the archived ones where it is one of them; the first page where there is no such set. */
export async function pageOfBucket(
  db: Queryable,
  userId: string,
  bucketId: string,
  limit: number,
): Promise<{ page: number; archived: boolean }> {
  const row = await db.first<{ newer: number; archived: boolean }>(sql`
    select requested.status = 'archived' as archived, (
      select count(*)::int from buckets b
      where b.user_id = ${userId} and (b.status = 'archived') = (requested.status = 'archived')
        and (b.created_at, b.id) > (requested.created_at, requested.id)) as newer
    from buckets requested where requested.id = ${bucketId} and requested.user_id = ${userId}`);
  return { page: Math.floor((row?.newer ?? 0) / limit) + 1, archived: row?.archived ?? false };
}

export async function countOpenBuckets(db: Queryable, userId: string): Promise<number> {
  const row = await db.first<{ count: number }>(
    sql`select count(*)::int as count from buckets where user_id = ${userId} and status = 'pending'`,
  );
  return row?.count ?? 0;
}

/** Marks the contents of the sets as changed: an earlier price is no longer valid, and the retention of their files starts again. */
export async function touchBuckets(tx: Tx, bucketIds: string[]): Promise<void> {
  await tx.run(sql`
    update buckets set revision = revision + 1, updated_at = app_now(), deletion_date = app_now() + ${retention}
    where id = any(${bucketIds}::uuid[])`);
}

/** Something was added to a paid set: its files stay their full time from now, or longer where they would anyway. */
export async function keepBucketLonger(tx: Tx, bucketId: string): Promise<void> {
  await tx.run(sql`
    update buckets set updated_at = app_now(), deletion_date = greatest(deletion_date, app_now() + ${retention})
    where id = ${bucketId}`);
}

/** The set is paid now, and its files stay their full time from now. */
export async function markBucketPaid(tx: Tx, bucketId: string): Promise<void> {
  await tx.run(sql`
    update buckets set status = 'paid', paid_at = app_now(), updated_at = app_now(), deletion_date = app_now() + ${retention}
    where id = ${bucketId}`);
}

/** Takes a paid set off the dashboard or puts it back on. How long its files are kept is not touched by it. */
export async function setBucketStatus(tx: Tx, bucketId: string, status: 'paid' | 'archived'): Promise<void> {
  await tx.run(sql`update buckets set status = ${status}, updated_at = app_now() where id = ${bucketId}`);
}

export async function deleteBucketRows(tx: Tx, bucketIds: string[]): Promise<void> {
  await tx.run(sql`delete from buckets where id = any(${bucketIds}::uuid[])`);
}
