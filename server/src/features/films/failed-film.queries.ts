import type { Translated } from '@keepsake/contract/primitives';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';
import { isoTime } from '../../platform/iso-time.ts';

export interface FailedPhoto {
  id: string;
  bucketId: string;
  filename: string;
  status: 'failed' | 'retry_pending';
  retryCount: number;
  lastRetryAt: Date | null;
  mayBeChargedTwice: boolean;
  films: {
    id: string;
    action: Translated;
    number: number;
    state: 'failed' | 'retry_pending';
    failureCode: string | null;
    failureReason: string | null;
    attempts: number;
  }[];
  errors: { errorMessage: string; createdAt: string }[];
}

/** Failures after which it is unknown whether the service has made, and charged, the film. */
const unsure = ['unconfirmed', 'timed_out'];

/** Photos with films that could not be made or wait for another try, the latest first. */
export function failedPhotos(db: Queryable, { page, limit }: { page: number; limit: number }): Promise<FailedPhoto[]> {
  return db.query<FailedPhoto>(sql`
    with latest as (
      select photo_id, max(created_at) as newest from films where state in ('failed', 'retry_pending')
      group by photo_id order by newest desc, photo_id limit ${limit} offset ${(page - 1) * limit}
    ), troubled as (
      select photo_id, bool_or(state = 'failed') as is_failed, max(retry_count) as retry_count, max(last_retry_at) as last_retry_at,
        max(created_at) as newest, bool_or(state = 'failed' and failure_code = any(${unsure})) as may_be_charged_twice,
        json_agg(json_build_object(
          'id', id, 'action', action, 'number', number, 'state', state, 'failureCode', failure_code, 'failureReason', failure_reason,
          'attempts', (select count(*) from attempts where film_id = films.id and sent_at is not null)) order by created_at, id) as films
      from films join latest using (photo_id) where state in ('failed', 'retry_pending') group by photo_id
    )
    select c.id, c.bucket_id, c.filename, case when t.is_failed then 'failed' else 'retry_pending' end as status, t.retry_count,
      t.last_retry_at, t.may_be_charged_twice, t.films,
      coalesce((
        select json_agg(json_build_object('errorMessage', e.error_message, 'createdAt', e.created_at) order by e.created_at desc)
        from (
          select error_message, ${isoTime(sql`created_at`)} as created_at from error_logs
          where photo_id = c.id order by created_at desc limit 10
        ) e
      ), '[]') as errors
    from troubled t join photos c on c.id = t.photo_id order by t.newest desc, c.id`);
}

/** Counts such photos, and the films with status failed. */
export async function countFailed(db: Queryable): Promise<{ total: number; failedFilms: number }> {
  const row = await db.first<{ total: number; failedFilms: number }>(sql`
    select count(distinct photo_id) as total, count(*) filter (where state = 'failed') as failed_films
    from films where state in ('failed', 'retry_pending')`);
  return { total: row?.total ?? 0, failedFilms: row?.failedFilms ?? 0 };
}

/** Buckets with failed films that can be requested again without being charged twice. */
export async function bucketsToRetry(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ bucketId: string }>(sql`
    select distinct bucket_id from films where state = 'failed' and failure_code <> all(${unsure}) order by bucket_id`);
  return rows.map(({ bucketId }) => bucketId);
}

/** Puts the failed films of these buckets back into the queue, except those that may be charged twice. @returns how many */
export function retrySurelyFailed(tx: Tx, clock: Clock, bucketIds: string[]): Promise<number> {
  return tx.run(sql`
    update films set state = 'retry_pending', retry_count = retry_count + 1, last_retry_at = ${clock.now()}, failures = 0, losses = 0,
      try_after = null
    where bucket_id = any(${bucketIds}::uuid[]) and state = 'failed' and failure_code <> all(${unsure})`);
}

export async function countUnsure(db: Queryable): Promise<number> {
  const row = await db.first<{ films: number }>(sql`
    select count(*) as films from films where state = 'failed' and failure_code = any(${unsure})`);
  return row?.films ?? 0;
}
