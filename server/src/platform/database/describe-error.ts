import pg from 'pg';

/**
 * The text of an error for administrators. PostgreSQL's messages can quote customers' values and parts of statements, so its errors are described
 * only by their code and the names of the objects involved (https://www.postgresql.org/docs/current/errcodes-appendix.html). The log has the full
 * error.
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

/** A library may have wrapped the error. */
function findDatabaseError(error: Error): pg.DatabaseError | undefined {
  if (error instanceof pg.DatabaseError) return error;
  return error.cause instanceof Error ? findDatabaseError(error.cause) : undefined;
}
