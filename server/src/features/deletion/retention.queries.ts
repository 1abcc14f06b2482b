import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';

export interface DueReminder {
  id: string;
  userId: string;
  isPaid: boolean;
  /** Days before the deletion, of the nearest threshold reached. */
  days: number;
  /** One mail per set, threshold and deletion date. */
  dedupeKey: string;
}

/** A kind of reminder belongs to a state of the set. */
const isOfKind = sql`n.is_enabled and n.days_before_event is not null
  and n.key like case when b.status = 'paid' then 'deletion\\_reminder%' else 'unpaid\\_reminder%' end`;

/** Sets for which the nearest enabled threshold before their deletion is reached and its mail is not yet written. */
const dueReminders = sql`
  with due as (
    select b.id, b.user_id, b.status = 'paid' as is_paid, min(n.days_before_event) as days, b.deletion_date
    from buckets b
    join notification_configs n on ${isOfKind} and b.deletion_date - n.days_before_event * interval '1 day' <= app_now()
    where b.status in ('pending', 'paid') and b.deletion_date > app_now()
      and b.deletion_date <= app_now() + (select max(days_before_event) from notification_configs) * interval '1 day'
    group by b.id
  ), keyed as (
    select id, user_id, is_paid, days, deletion_date,
      'reminder:' || id || ':' || days || ':' || to_char(deletion_date at time zone 'utc', 'YYYY-MM-DD') as dedupe_key
    from due
  ), unwritten as (
    select * from keyed where not exists (select 1 from mails m where m.dedupe_key = keyed.dedupe_key)
  )`;

export function bucketsDueForReminder(db: Queryable, limit: number): Promise<DueReminder[]> {
  return db.query(sql`
    ${dueReminders} select id, user_id, is_paid, days, dedupe_key from unwritten order by deletion_date limit ${limit}`);
}

export interface DueWithinDay {
  deletionReminders: number;
  unpaidReminders: number;
  bucketsPendingDeletion: number;
}

/** Reminders that are due or will be within 24 hours, and sets whose time ends within these. */
export async function dueWithinDay(db: Queryable): Promise<DueWithinDay> {
  const row = await db.first<DueWithinDay>(sql`
    ${dueReminders}, reminders as (
      select is_paid from unwritten
      union all
      select b.status = 'paid' from notification_configs n join buckets b on ${isOfKind}
      where b.status in ('pending', 'paid')
        and b.deletion_date > app_now() + n.days_before_event * interval '1 day'
        and b.deletion_date <= app_now() + (n.days_before_event + 1) * interval '1 day'
    )
    select count(*) filter (where is_paid) as deletion_reminders, count(*) filter (where not is_paid) as unpaid_reminders,
      (select count(*) from buckets where deletion_date < app_now() + interval '1 day') as buckets_pending_deletion
    from reminders`);
  if (!row) throw new Error('The counts gave no row');
  return row;
}

/**
 * A set may go when its time is over, no payment of it is open, and none of its films is in work.
 * Reliability I9: no paid set is deleted early, and no unpaid set while a payment for it may be under way.
 */
const isDue = sql`
  b.deletion_date <= app_now()
  and not exists (select 1 from checkouts k where k.bucket_id = b.id and k.state in ('creating', 'open'))
  and not exists (select 1 from attempts a join films v on v.id = a.film_id where v.bucket_id = b.id and a.ended_at is null)`;

export function bucketsDueForDeletion(db: Queryable, limit: number): Promise<{ id: string }[]> {
  return db.query(sql`select b.id from buckets b where ${isDue} order by b.deletion_date limit ${limit}`);
}

/** Those of the sets that still are due, now locked. */
export async function lockBucketsDueForDeletion(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select b.id from buckets b where b.id = any(${ids}::uuid[]) and ${isDue} order by b.id for update of b`);
  return rows.map(({ id }) => id);
}
