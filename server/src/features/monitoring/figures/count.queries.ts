import { sql, type SelectQueryBuilder } from 'kysely';

/** States of payment pages whose outcome is not known. Literals, not parameters: they let PostgreSQL use the partial index on open rows. */
export const openCheckoutStates = (['creating', 'open'] as const).map((state) => sql.lit(state));

/** The number of rows of a query, as a column of another query. */
export function countOf<DB, TB extends keyof DB>(rows: SelectQueryBuilder<DB, TB, object>) {
  return rows
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$asScalar()
    .$notNull();
}
