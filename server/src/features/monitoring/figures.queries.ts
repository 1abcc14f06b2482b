import { sql, type ExpressionBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { appNow, databaseNow, later, literals } from '../../platform/database/expressions.ts';
import type { Tables } from '../../platform/database/tables.ts';

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
  const ready = sql<boolean>`locked_at is null and attempts < max_attempts and run_at <= now()`;
  const delayed = sql<boolean>`locked_at is null and attempts < max_attempts and run_at > now()`;
  const failed = sql<boolean>`locked_at is null and attempts >= max_attempts`;
  return db
    .selectFrom('graphileWorker.jobs')
    .select(({ fn }) => [
      'taskIdentifier as job',
      fn.countAll<number>().filterWhere(ready).as('ready'),
      fn.countAll<number>().filterWhere(delayed).as('delayed'),
      fn.countAll<number>().filterWhere('lockedAt', 'is not', null).as('running'),
      fn.countAll<number>().filterWhere(failed).as('failed'),
      sql<number>`coalesce(extract(epoch from now() - min(run_at) filter (where ${ready}))::float8, 0)`.as(
        'waitSeconds',
      ),
    ])
    .where('taskIdentifier', 'is not', null)
    .$narrowType<{ job: string }>()
    .groupBy('taskIdentifier')
    .execute();
}

export interface StateCount {
  state: string;
  count: number;
  /** Age of the oldest in this state. */
  seconds: number;
}

const count = sql<number>`count(*)`.as('count');
/** Of what is in no state for long: its age does not matter. */
const ageless = sql<number>`0::float8`.as('seconds');

/** Films that were paid for and are not delivered. */
export function openFilmFigures(db: Queryable): Promise<StateCount[]> {
  const open: Promise<StateCount[]> = db
    .selectFrom('films')
    .where('state', 'in', literals('queued', 'creating', 'retry_pending'))
    .select(['state', count, sql<number>`extract(epoch from app_now() - min(created_at))::float8`.as('seconds')])
    .groupBy('state')
    .unionAll(
      db
        .selectFrom('films')
        .where('state', '=', sql.lit('failed'))
        .select([sql<'failed'>`'failed'`.as('state'), count, ageless]),
    )
    .execute();
  return open;
}

/** Attempts at video providers that have not ended, and for how much longer each provider is paused. */
export async function attemptFigures(db: Queryable): Promise<{ attempts: StateCount[]; pauses: StateCount[] }> {
  const rows = await db
    .selectFrom('attempts')
    .where('state', 'in', literals('submitting', 'unknown', 'submitted', 'overdue'))
    .select([
      sql<boolean>`false`.as('isPause'),
      sql<string>`state`.as('state'),
      count,
      sql<number>`extract(epoch from now() - min(intent_at))::float8`.as('seconds'),
    ])
    .groupBy('state')
    .unionAll(
      db
        .selectFrom('providerPauses')
        .where('until', '>', databaseNow)
        .select([
          sql<boolean>`true`.as('isPause'),
          'provider as state',
          count,
          sql<number>`extract(epoch from max(until) - now())::float8`.as('seconds'),
        ])
        .groupBy('provider'),
    )
    .execute();
  return { attempts: rows.filter((row) => !row.isPause), pauses: rows.filter((row) => row.isPause) };
}

/** Open payment pages, payments that need an administrator, and the orders and films of the last hour. */
export function orderFigures(
  db: Queryable,
): Promise<{ creating: number; open: number; unfulfilled: number; paidLastHour: number; filmsLastHour: number }> {
  const anHourAgo = later(appNow, -3_600_000);
  return db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('checkouts')
        .where('state', '=', sql.lit('creating'))
        .select(count)
        .$asScalar()
        .$notNull()
        .as('creating'),
      selectFrom('checkouts').where('state', '=', sql.lit('open')).select(count).$asScalar().$notNull().as('open'),
      selectFrom('checkouts').where(isToBeRefunded).select(count).$asScalar().$notNull().as('unfulfilled'),
      selectFrom('sales').where('paidAt', '>', anHourAgo).select(count).$asScalar().$notNull().as('paidLastHour'),
      selectFrom('films')
        .where('state', '=', sql.lit('done'))
        .where('doneAt', '>', anHourAgo)
        .select(count)
        .$asScalar()
        .$notNull()
        .as('filmsLastHour'),
    ])
    .executeTakeFirstOrThrow();
}

/** Paid and not fulfilled, until the whole amount was refunded: reported by the payment provider, or recorded by an administrator. */
function isToBeRefunded({ and, eb, not, exists, selectFrom }: ExpressionBuilder<Tables, 'checkouts'>) {
  return and([
    eb('checkouts.unfulfilledReason', 'is not', null),
    eb('checkouts.paymentIntent', 'is not', null),
    not(
      exists(
        selectFrom('paymentLedger as charge')
          .innerJoin('refundedPayments as refunded', 'refunded.paymentIntent', 'charge.providerRef')
          .where('charge.kind', '=', 'charge')
          .whereRef('charge.providerRef', '=', 'checkouts.paymentIntent')
          .whereRef('refunded.amount', '>=', 'charge.amount')
          .select('charge.id'),
      ),
    ),
  ]);
}

/** Mails that wait to be sent, and those that failed permanently. */
export function mailFigures(db: Queryable): Promise<StateCount[]> {
  return db
    .selectFrom('mails')
    .where('state', '=', sql.lit('queued'))
    .select([
      sql<string>`'queued'`.as('state'),
      count,
      sql<number>`coalesce(extract(epoch from app_now() - min(created_at))::float8, 0)`.as('seconds'),
    ])
    .unionAll(
      db
        .selectFrom('mails')
        .where('state', '=', sql.lit('failed'))
        .select([sql<string>`'failed'`.as('state'), count, ageless]),
    )
    .execute();
}

/** When each scheduled job last succeeded, in seconds since 1970. */
export function scheduleFigures(db: Queryable): Promise<{ job: string; succeededAt: number }[]> {
  return db
    .selectFrom('scheduleSuccesses')
    .select(['job', sql<number>`extract(epoch from succeeded_at)::float8`.as('succeededAt')])
    .execute();
}
