import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { appNow, databaseNow } from '../../platform/database/expressions.ts';
import { openFilmStates } from '../films/film.queries.ts';
import { countOf, openCheckoutStates } from './figures/count.queries.ts';

interface OpenWork {
  /** Payment pages whose outcome is not known. */
  openPayments: number;
  /** Paid films that are still to be made. */
  waitingFilms: number;
}

export function openWork(db: Queryable): Promise<OpenWork> {
  return db
    .selectNoFrom(({ selectFrom }) => [
      countOf(selectFrom('checkouts').where('state', 'in', openCheckoutStates)).as('openPayments'),
      countOf(selectFrom('films').where('state', 'in', openFilmStates)).as('waitingFilms'),
    ])
    .executeTakeFirstOrThrow();
}

/** When each scheduled job last succeeded, in the product's time. */
export async function scheduleEnds(db: Queryable): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('scheduleSuccesses')
    .select(['job', sql<Date>`succeeded_at + (${appNow} - ${databaseNow})`.as('endedAt')])
    .execute();
  return new Map(rows.map(({ job, endedAt }) => [job, endedAt]));
}
