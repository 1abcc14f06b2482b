import { sql, type Queryable } from '../../platform/database/db.ts';

export interface JobFigures {
  job: string;
  ready: number;
  delayed: number;
  running: number;
  /** Failed permanently; an administrator must retry. */
  failed: number;
  /** How long the oldest ready one has been waiting. */
  waitSeconds: number;
}

export function jobFigures(db: Queryable): Promise<JobFigures[]> {
  return db.query(sql`
    select task_identifier as job,
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as ready,
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now()) as delayed,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (
        where locked_at is null and attempts < max_attempts and run_at <= now()))::float8, 0) as wait_seconds
    from graphile_worker.jobs group by task_identifier`);
}

export interface StateCount {
  state: string;
  count: number;
  /** Age of the oldest in this state. */
  seconds: number;
}

/** Films that were paid for and are not delivered. */
export function openFilmFigures(db: Queryable): Promise<StateCount[]> {
  return db.query(sql`
    select state, count(*) as count, extract(epoch from app_now() - min(created_at))::float8 as seconds
    from films where state in ('queued', 'creating', 'retry_pending') group by state
    union all
    select 'failed', count(*), 0 from films where state = 'failed'`);
}

/** Attempts at video providers that have not ended, and for how much longer each provider is paused. */
export async function attemptFigures(db: Queryable): Promise<{ attempts: StateCount[]; pauses: StateCount[] }> {
  const rows = await db.query<StateCount & { isPause: boolean }>(sql`
    select false as is_pause, state, count(*) as count, extract(epoch from now() - min(intent_at))::float8 as seconds
    from attempts where state in ('submitting', 'unknown', 'submitted', 'overdue') group by state
    union all
    select true, provider, count(*), extract(epoch from max(until) - now())::float8
    from provider_pauses where until > now() group by provider`);
  return { attempts: rows.filter((row) => !row.isPause), pauses: rows.filter((row) => row.isPause) };
}

/** Paid and not fulfilled, until the whole amount was refunded: reported by the payment provider, or recorded by an administrator. */
const isToBeRefunded = sql`
  c.unfulfilled_reason is not null and c.payment_intent is not null and not exists (
    select 1 from payment_ledger l join refunded_payments r on r.payment_intent = l.provider_ref
    where l.kind = 'charge' and l.provider_ref = c.payment_intent and r.amount >= l.amount)`;

/** Open payment pages, payments that need an administrator, and the orders and films of the last hour. */
export async function orderFigures(
  db: Queryable,
): Promise<{ creating: number; open: number; unfulfilled: number; paidLastHour: number; filmsLastHour: number }> {
  const row = await db.first<Awaited<ReturnType<typeof orderFigures>>>(sql`
    select (select count(*) from checkouts where state = 'creating') as creating,
      (select count(*) from checkouts where state = 'open') as open,
      (select count(*) from checkouts c where ${isToBeRefunded}) as unfulfilled,
      (select count(*) from sales where paid_at > app_now() - interval '1 hour') as paid_last_hour,
      (select count(*) from films where state = 'done' and done_at > app_now() - interval '1 hour') as films_last_hour`);
  if (!row) throw new Error('The counts gave no row');
  return row;
}

/** Mails that wait to be sent, and those that failed permanently. */
export function mailFigures(db: Queryable): Promise<StateCount[]> {
  return db.query(sql`
    select 'queued' as state, count(*) as count, coalesce(extract(epoch from app_now() - min(created_at))::float8, 0) as seconds
    from mails where state = 'queued'
    union all
    select 'failed', count(*), 0 from mails where state = 'failed'`);
}

/** When each scheduled job last succeeded, in seconds since 1970. */
export function scheduleFigures(db: Queryable): Promise<{ job: string; succeededAt: number }[]> {
  return db.query(sql`select job, extract(epoch from succeeded_at)::float8 as succeeded_at from schedule_successes`);
}
