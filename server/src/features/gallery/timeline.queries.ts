import type { HistoryEntry } from '@keepsake/contract/admin/order-page';
import type { TimelineEntry } from '@keepsake/contract/photos/content';
import type { Currency, Translated } from '@keepsake/contract/primitives';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { standInOfCode } from '../films/film-title.queries.ts';

export interface TimelineRow {
  at: Date;
  kind: TimelineEntry['kind'];
  /** Minor units. */
  amount: number | null;
  currency: Currency | null;
  photo: string | null;
  action: Translated | null;
  number: number | null;
  attempt: number | null;
  code: string | null;
  total: number;
}

export interface HistoryRow extends Omit<TimelineRow, 'kind'> {
  kind: HistoryEntry['kind'];
  /** The text of an error. */
  detail: string | null;
  /** The administrator who made a change. */
  by: string | null;
}

interface Page {
  page: number;
  limit: number;
}

/**
 * The events of a bucket, newest first, including the future deletion of its files. The order event has the time at which its completed or pending
 * payment was started; a film counts as requested once its attempt was sent. Only the last archiving and the last restoring are listed.
 */
export function timelineOfBucket(db: Queryable, bucketId: string, page: Page): Promise<TimelineRow[]> {
  return entriesOf<TimelineRow>(db, bucketId, page, sql``);
}

/** The same for administrators, with errors, failed mails, owed films, and the administrators' own changes. */
export function historyOfBucket(db: Queryable, bucketId: string, page: Page): Promise<HistoryRow[]> {
  return entriesOf<HistoryRow>(db, bucketId, page, forAdministrators(bucketId));
}

async function entriesOf<Row extends TimelineRow | HistoryRow>(
  db: Queryable,
  bucketId: string,
  { page, limit }: Page,
  more: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with films as (
      select films.id, films.created_at, films.credit_id, films.done_at, films.action, films.number, films.report, films.agreed_to,
        original_name as photo
      from films join photos on photos.id = photo_id
      where films.bucket_id = ${bucketId}
    ), entries as (
      select created_at as at, 'made' as kind, null::bigint as amount, null as currency, null as photo, null::jsonb as action,
        null::int as number, null::int as attempt, null as code
      from buckets where id = ${bucketId}
      union all
      select created_at, 'ordered', amount, currency, null, null, null, null, null from checkouts
      where bucket_id = ${bucketId} and (fulfilled_at is not null or processing_at is not null)
      union all
      select paid_at, 'paid', amount, currency, null, null, null, null, null from sales where bucket_id = ${bucketId}
      union all
      select recorded_at, case when kind = 'refund' then 'refunded' else 'disputed' end, ledger.amount, upper(ledger.currency),
        null, null, null, null, null
      from checkouts join payment_ledger ledger using (payment_intent)
      where bucket_id = ${bucketId} and kind in ('refund', 'dispute')
        and not exists (select 1 from payment_ledger failed where failed.kind = 'refund_failed' and failed.provider_ref = ledger.provider_ref)
        and not exists (select 1 from refunds where refunds.provider_ref = ledger.provider_ref and state <> 'succeeded')
      union all
      select recorded_at, 'refunded', amount, currency, null, null, null, null, null from credits
      where bucket_id = ${bucketId} and kind = 'refund' and not exists (
        select 1 from recorded_refund_joins joined
        where joined.payment_intent = credits.payment_intent and joined.credit_id = credits.id)
      union all
      select sent_at, 'film_asked', null, null, photo, action, films.number, attempts.number, null
      from films join attempts on film_id = films.id where sent_at is not null
      union all
      select ended_at, 'film_failed', null, null, photo, action, films.number, attempts.number, failure_code
      from films join attempts on film_id = films.id where state = 'failed'
      union all
      select done_at, 'film_done', null, null, photo, action, number, null, null from films where done_at is not null
      union all
      select done_at,
        case when ${standInOfCode(sql`agreed_to`)} in ('possible', ${standInOfCode(sql`(report -> 'fallback' ->> 'code')`)})
          then 'film_as_agreed' else 'film_replaced' end,
        null, null, photo, action, number, null, report -> 'fallback' ->> 'code' from films
      where done_at is not null and report -> 'fallback' is not null
      union all
      select owed_at, 'film_owed', null, null, photo, action, films.number, null, report -> 'fallback' ->> 'code'
      from owed_films join films on films.id = film_id
      where owed_films.bucket_id = ${bucketId} and failure_code = 'effect_replaced'
      union all
      select settled_at, 'free_versions', null, null, photo, action, films.number, null, null
      from owed_films join films on films.id = film_id
      where owed_films.bucket_id = ${bucketId} and settlement = 'free_versions' and owed_films.credit_id is null
      union all
      select created_at, 'film_granted', null, null, photo, action, number, null, null from films where credit_id is not null
      union all
      select films_removed_at, 'films_removed', null, null, null, null, null, null, films_removed::text from refunds
      where bucket_id = ${bucketId} and films_removed > 0
      union all
      select sent_at, 'mail', null, null, null, null, null, null, kind from mails
      where bucket_id = ${bucketId} and state = 'sent' and kind <> 'admin-alert'
      union all
      select archived_at, 'archived', null, null, null, null, null, null, null from buckets
      where id = ${bucketId} and archived_at is not null
      union all
      select unarchived_at, 'unarchived', null, null, null, null, null, null, null from buckets
      where id = ${bucketId} and unarchived_at is not null
      union all
      select deletion_date, 'to_be_deleted', null, null, null, null, null, null, null from buckets where id = ${bucketId}
    ), listed as (
      select entries.*, null::text as detail, null::text as by from entries${more}
    )
    select *, count(*) over ()::int as total from listed
    -- Newest first; of one moment, what the others follow from comes last.
    order by at desc, kind in ('ordered', 'film_done'), kind, photo, number, attempt
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return rows;
}

/** Events that customers do not see, in the columns of `listed`. Views of the photos are in the audit log only. */
function forAdministrators(bucketId: string): RawBuilder<unknown> {
  return sql`
      union all
      select error_logs.created_at, 'error', null, null, original_name, null, null, null, module_name, error_message, null
      from photos join error_logs on photo_id = photos.id where photos.bucket_id = ${bucketId}
      union all
      select created_at, 'mail_failed', null, null, null, null, null, null, kind, last_error, null from mails
      where bucket_id = ${bucketId} and state = 'failed' and kind <> 'admin-alert'
      union all
      select owed_at, 'owed', null, null, photo, action, films.number, null, failure_code, null, null
      from owed_films left join films on films.id = film_id where owed_films.bucket_id = ${bucketId}
      union all
      select completed_at, 'unfulfilled', amount, currency, null, null, null, null, null, unfulfilled_reason, null from checkouts
      where bucket_id = ${bucketId} and unfulfilled_reason is not null and completed_at is not null
      union all
      select deleted_at, 'deleted', null, null, null, null, null, null, reason, null, null from bucket_tombstones
      where bucket_id = ${bucketId}
      union all
      select at, 'changed', null, null, null, null, null, null, audit_log.action, null, audit_actors.name
      from audit_log left join audit_actors on audit_actors.id = actor_id
      where audit_log.action <> 'orders.view' and subject = any(array(
        select ${bucketId}::text union all select id::text from photos where bucket_id = ${bucketId}
        union all select id::text from invoices where bucket_id = ${bucketId}))`;
}
