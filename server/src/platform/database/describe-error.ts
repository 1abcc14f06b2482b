import pg from 'pg';

/**
 * What an error says to administrators. PostgreSQL's own text can quote values of customers and parts of statements: of its errors, only
 * the code and the names of what failed are written (https://www.postgresql.org/docs/current/errcodes-appendix.html). The log has the rest.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const refused = findDatabaseError(error);
  if (!refused) return error.message;
  const named = (['table', 'column', 'constraint', 'dataType', 'routine'] as const).flatMap((part) =>
    refused[part] === undefined ? [] : [`${names[part]} ${refused[part]}`],
  );
  return `The database refused a statement: ${[`error ${refused.code}`, ...named].join(', ')}.`;
}

const names = { table: 'table', column: 'column', constraint: 'constraint', dataType: 'type', routine: 'in' };

/** A library may have wrapped it, with its words in a message of its own. */
function findDatabaseError(error: Error): pg.DatabaseError | undefined {
  if (error instanceof pg.DatabaseError) return error;
  return error.cause instanceof Error ? findDatabaseError(error.cause) : undefined;
}
