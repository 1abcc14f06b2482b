import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { literals } from '../../platform/database/expressions.ts';

interface OpenWork {
  /** Payment pages whose outcome is not known. */
  openPayments: number;
  /** Paid films that wait or are being made. */
  waitingFilms: number;
}

export function openWork(db: Queryable): Promise<OpenWork> {
  const count = db.fn.countAll<number>().as('count');
  return db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('checkouts')
        .where('state', 'in', literals('creating', 'open'))
        .select(count)
        .$asScalar()
        .$notNull()
        .as('openPayments'),
      selectFrom('films')
        .where('state', 'in', literals('queued', 'creating', 'retry_pending'))
        .select(count)
        .$asScalar()
        .$notNull()
        .as('waitingFilms'),
    ])
    .executeTakeFirstOrThrow();
}

/** When each scheduled job last succeeded, by the product's clock. */
export async function scheduleEnds(db: Queryable): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('scheduleSuccesses')
    .select(['job', sql<Date>`succeeded_at + (app_now() - now())`.as('endedAt')])
    .execute();
  return new Map(rows.map(({ job, endedAt }) => [job, endedAt]));
}
