import pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';

export { sql };
export type { Sql };

/** Runs statements, inside a transaction or outside. Rows come with camelCase names; times as Date, bigints as number. */
export interface Queryable {
  query<R extends object>(statement: Sql): Promise<R[]>;
  /** The first row, or undefined. */
  first<R extends object>(statement: Sql): Promise<R | undefined>;
  /** How many rows a write touched. */
  run(statement: Sql): Promise<number>;
}

declare const inTransaction: unique symbol;
/** A Queryable that is inside a transaction: what must commit together asks for this type. */
export interface Tx extends Queryable {
  readonly [inTransaction]: true;
}

export interface Db extends Queryable {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** For libraries that bring their own statements. */
  readonly pool: pg.Pool;
  /** Connections that lead to PostgreSQL itself, for what listens: the pool, unless there is a pooler in between. */
  readonly directPool: pg.Pool;
  end(): Promise<void>;
}

export interface DbOptions {
  url: string;
  /** PostgreSQL itself, where `url` leads to a pooler. */
  directUrl?: string | undefined;
  /** Connections of this process, 10 unless said otherwise. */
  max?: number;
  clockOffsetMs?: number;
  /** What a statement may take, 4 s unless said otherwise: whoever waits at a page is told within 5 s that there is no database. */
  statementMs?: number;
  onError?: (error: Error) => void;
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function connectDb(options: DbOptions): Db {
  let ending = false;
  const report = (error: Error) => {
    if (!ending) options.onError?.(error);
  };
  const pool = openPool(options.url, options.max ?? 10, options, report);
  const directPool = options.directUrl ? openPool(options.directUrl, mostDirect, options, report) : pool;
  // A pooler lends a connection for a transaction: what was prepared on it stays behind.
  const nameOf = options.directUrl ? undefined : statementNames();
  return {
    ...queryable(pool, nameOf),
    pool,
    directPool,
    transaction: (work) => transaction(pool, work, nameOf),
    end: async () => {
      ending = true;
      await pool.end();
      if (directPool !== pool) await directPool.end();
    },
  };
}

/** One that listens and a few that fetch jobs and write how they ended. */
const mostDirect = 4;

function openPool(url: string, max: number, options: DbOptions, onError: (error: Error) => void): pg.Pool {
  const { statementMs = 4_000 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 30_000,
    // The database ends a statement by itself, unless nothing comes from there at all.
    query_timeout: statementMs + 500,
    statement_timeout: statementMs,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'keepsake',
    options: `-c keepsake.clock_offset_ms=${options.clockOffsetMs ?? 0}`,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
  });
  return pool;
}

/** Names a statement, so that a connection parses and plans it once. */
type NameOf = (text: string) => string;

function statementNames(): NameOf {
  const names = new Map<string, string>();
  return (text) => {
    let name = names.get(text);
    if (name === undefined) {
      name = `keepsake_${names.size}`;
      names.set(text, name);
    }
    return name;
  };
}

async function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, nameOf: NameOf | undefined): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(queryable(client, nameOf) as Tx);
    await client.query('commit');
    return result;
  } catch (error) {
    if (isGone(error)) broken = error as Error;
    else {
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

/** For a connection that is held by whoever asks. */
export function queryable(executor: pg.Pool | pg.ClientBase, nameOf?: NameOf): Queryable {
  const execute = ({ text, values }: Sql) =>
    executor.query<unknown[]>({ text, values, rowMode: 'array', ...(nameOf && { name: nameOf(text) }) });
  return {
    query: async <R extends object>(statement: Sql) => camelRows<R>(await execute(statement)),
    first: async <R extends object>(statement: Sql) => camelRows<R>(await execute(statement))[0],
    run: async (statement) => (await execute(statement)).rowCount ?? 0,
  };
}

/** Written out because every row of every answer goes through here. */
function camelRows<R extends object>({ fields, rows }: pg.QueryArrayResult): R[] {
  const names = fields.map((field) => camelCase(field.name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [at, name] of names.entries()) row[name] = values[at];
    return row as R;
  });
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** PostgreSQL's code of an error (`23505` unique violation …), if it is one. */
export function pgCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The constraint that refused a row, if that is what the error says. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** Whether the error means that the database cannot be reached or is overloaded rather than that the statement is wrong. */
export function isDatabaseDown(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof pg.DatabaseError) return /^(?:08|57|53|55P03|25P03)/.test(error.code ?? '');
  if (
    typeof code === 'string' &&
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)
  )
    return true;
  return error instanceof Error && (isGone(error) || error.message.includes('timeout exceeded when trying to connect'));
}

/** Whether nothing came from the database on a connection: what is said on it now would only be waited for as well. */
function isGone(error: unknown): boolean {
  return error instanceof Error && /Connection terminated|Query read timeout/.test(error.message);
}
