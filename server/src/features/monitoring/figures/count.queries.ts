import { sql, type SelectQueryBuilder } from 'kysely';

// Literals, not parameters: they let PostgreSQL use the partial indexes on open rows.

/** States of paid films that are still to be made. */
export const waitingFilmStates = (['queued', 'creating', 'retry_pending'] as const).map((state) => sql.lit(state));
/** States of payment pages whose outcome is not known. */
export const openCheckoutStates = (['creating', 'open'] as const).map((state) => sql.lit(state));

/** The number of rows of a query, as a column of another query. */
export function countOf<DB, TB extends keyof DB>(rows: SelectQueryBuilder<DB, TB, object>) {
  return rows
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$asScalar()
    .$notNull();
}
