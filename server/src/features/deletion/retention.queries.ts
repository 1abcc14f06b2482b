import { sql, type ExpressionBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { any, appNow } from '../../platform/database/expressions.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { openFilmStates } from '../films/film.queries.ts';
import { lockBuckets } from '../photos/buckets/bucket.queries.ts';

export interface DueReminder {
  id: string;
  userId: string;
  isPaid: boolean;
  /** The smallest threshold that is reached, in days before the deletion. */
  days: number;
  /** One mail per bucket, threshold and deletion date. */
  dedupeKey: string;
}

/** Paid and unpaid buckets have different reminders. */
const isOfKind = sql`n.is_enabled and n.days_before_event is not null
  and n.key like case when b.status = 'paid' then 'deletion\\_reminder%' else 'unpaid\\_reminder%' end`;

/** Sets that have reached an enabled reminder threshold whose mail is not queued yet. */
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

export async function bucketsDueForReminder(db: Queryable, limit: number): Promise<DueReminder[]> {
  const statement = sql<DueReminder>`
    ${dueReminders} select id, user_id, is_paid, days, dedupe_key from unwritten order by deletion_date limit ${limit}`;
  const { rows } = await statement.execute(db);
  return rows;
}

export interface DueWithinDay {
  deletionReminders: number;
  unpaidReminders: number;
  bucketsPendingDeletion: number;
}

/** Reminders that are due now or within 24 hours, and buckets whose deletion date is within 24 hours. */
export async function dueWithinDay(db: Queryable): Promise<DueWithinDay> {
  const { rows } = await sql<DueWithinDay>`
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
    from reminders`.execute(db);
  if (!rows[0]) throw new Error('The counts returned no row');
  return rows[0];
}

/**
 * A bucket may be deleted when its deletion date is past, no payment of it is open, and no film of it has still to be made or may still arrive. So no
 * paid bucket is deleted early, however long its films wait, and no unpaid bucket while a payment for it may be pending.
 */
function isDue({ eb, and, not, exists, selectFrom }: ExpressionBuilder<Tables, 'buckets'>) {
  return and([
    eb('buckets.deletionDate', '<=', appNow),
    not(
      exists(
        selectFrom('checkouts')
          .whereRef('checkouts.bucketId', '=', 'buckets.id')
          // Literal, as in the condition of the index on open checkouts.
          .where('checkouts.state', 'in', [sql.lit('creating' as const), sql.lit('open' as const)])
          .select('checkouts.id'),
      ),
    ),
    not(
      exists(
        selectFrom('films')
          .whereRef('films.bucketId', '=', 'buckets.id')
          .where('films.state', 'in', openFilmStates)
          .select('films.id'),
      ),
    ),
    not(
      exists(
        selectFrom('attempts')
          .innerJoin('films', 'films.id', 'attempts.filmId')
          .whereRef('films.bucketId', '=', 'buckets.id')
          .where('attempts.endedAt', 'is', null)
          .select('attempts.id'),
      ),
    ),
  ]);
}

export function bucketsDueForDeletion(db: Queryable, limit: number): Promise<{ id: string }[]> {
  return db.selectFrom('buckets').where(isDue).select('id').orderBy('deletionDate').limit(limit).execute();
}

/**
 * Locks these buckets and returns those that are still due. A second statement looks: one that had waited for a lock would not see a checkout that the
 * holder of the lock has added.
 */
export async function lockBucketsDueForDeletion(tx: Tx, ids: string[]): Promise<string[]> {
  await lockBuckets(tx, ids);
  const rows = await tx
    .selectFrom('buckets')
    .where('id', '=', any(ids))
    .where(isDue)
    .select('id')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
