import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  PostgresQueryCompiler,
  type KyselyConfig,
  type PostgresPool,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** Runs statements, inside or outside a transaction. Names are camelCase, times are Date. How to write one: docs/architecture.md. */
export type Queryable = Kysely<Tables>;
/** A Queryable inside a transaction. Functions whose writes must commit together take this type. */
export type Tx = Transaction<Tables>;

export interface DbOptions {
  url: string;
  /** The direct address of PostgreSQL, if `url` is that of a pooler. */
  directUrl?: string | undefined;
  /** Maximum number of connections of this process, 10 by default. */
  max?: number;
  clockOffsetMs?: number;
  /** Statement timeout, 4 s by default: a page must show within 5 s that the database is down. */
  statementMs?: number;
  /** Timeout of a new connection, 4 s by default, for the same reason. */
  connectMs?: number;
  onError?: (error: Error) => void;
}

pg.types.setTypeParser(pg.types.builtins.INT8, safeInteger);
// A date without time has no time zone, so `2026-01-31` stays text.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

/** @throws RangeError if a bigint exceeds `Number.MAX_SAFE_INTEGER` */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A bigint of the database is out of range');
  return value;
}

export class Db extends Kysely<Tables> {
  /** For libraries that run their own statements. */
  readonly pool: pg.Pool;
  /** Direct connections to PostgreSQL, for LISTEN: the same pool, unless `url` is that of a pooler. */
  readonly directPool: pg.Pool;
  readonly #end: () => Promise<void>;

  constructor(options: DbOptions) {
    let ending = false;
    const report = (error: Error) => {
      if (!ending) options.onError?.(error);
    };
    const pool = openPool(options.url, options.max ?? 10, options, report);
    const directPool = options.directUrl ? openPool(options.directUrl, maxDirect, options, report) : pool;
    // A pooler assigns a connection per transaction: a statement prepared on it is missing on the next.
    const nameOf = options.directUrl ? undefined : statementNames();
    super(configure(async () => connectionOf(await pool.connect(), nameOf)));
    this.pool = pool;
    this.directPool = directPool;
    this.#end = async () => {
      ending = true;
      await Promise.all([...new Set([pool, directPool])].map((each) => each.end()));
    };
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    await this.#end();
  }
}

/** One connection for LISTEN and a few that fetch jobs and write their outcome. */
const maxDirect = 4;

function openPool(url: string, max: number, options: DbOptions, onError: (error: Error) => void): pg.Pool {
  const { statementMs = 4_000, connectMs = 4_000 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    // The database enforces the statement timeout; this longer one is for a connection on which nothing arrives any more.
    query_timeout: statementMs + 500,
    statement_timeout: statementMs,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'keepsake',
    options: `-c timezone=UTC -c keepsake.clock_offset_ms=${options.clockOffsetMs ?? 0}`,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
  });
  return pool;
}

/** Names a statement, so that a connection parses and plans it once. */
type NameOf = (text: string) => string | undefined;

/** Each connection keeps its prepared statements, so their number is limited; further statements are not named. */
const maxNames = 1_000;

function statementNames(): NameOf {
  const names = new Map<string, string>();
  return (text) => {
    if (!names.has(text) && names.size < maxNames) names.set(text, `keepsake_${names.size}`);
    return names.get(text);
  };
}

/** For a connection that the caller opened and will close. */
export function queryable(client: pg.Client): Queryable {
  return new Kysely(configure(async () => connectionOf(Object.assign(client, { release: () => undefined }))));
}

type Lent = Awaited<ReturnType<PostgresPool['connect']>>;

function configure(connect: () => Promise<Lent>): KyselyConfig {
  return { dialect: new CamelCaseDialect({ pool: { connect, end: async () => {}, options: {} } }) };
}

/** Kysely's rules for camelCase in code and snake_case in the database. */
class Names extends CamelCasePlugin {
  inDatabase(name: string): string {
    return this.snakeCase(name);
  }

  inCode(name: string): string {
    return this.camelCase(name);
  }
}

const names = new Names();

/** Renames when a statement is compiled and its rows are read; Kysely's plugin would copy each statement and row once more. */
class CamelCaseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler();
  }
}

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(names.inDatabase(name));
  }
}

function camelCaseRows({ fields, rows }: pg.QueryArrayResult): Record<string, unknown>[] {
  const keys = fields.map(({ name }) => names.inCode(name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < keys.length; at += 1) row[keys[at] as string] = values[at];
    return row;
  });
}

const rolledBack = { command: 'ROLLBACK', rowCount: 0, rows: [] };

/** A connection for Kysely. On a lost one further statements (`rollback`) fail at once instead of waiting for their timeout. */
function connectionOf(client: Pick<pg.PoolClient, 'query' | 'release'>, nameOf?: NameOf): Lent {
  let gone: Error | undefined;
  const query = async (text: string, values: readonly unknown[]) => {
    const isRollback = text === 'rollback';
    try {
      if (gone) throw gone;
      const name = nameOf?.(text);
      const result = await client.query({ text, values: [...values], rowMode: 'array', ...(name && { name }) });
      return { ...result, rows: camelCaseRows(result) };
    } catch (error) {
      if (isConnectionLost(error) || isRollback) gone = error as Error;
      // Report the error of the work. The connection is closed, so PostgreSQL rolls back.
      if (isRollback) return rolledBack;
      throw error;
    }
  };
  return { query: query as unknown as Lent['query'], release: (destroy) => client.release(gone ?? destroy) };
}

/** The name of the constraint that a row violated, if the error is such a violation. */
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
  return (
    error instanceof Error &&
    (isConnectionLost(error) || error.message.includes('timeout exceeded when trying to connect'))
  );
}

/** Whether a connection is lost or timed out: a further statement on it would only wait as well. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && /Connection terminated|Query read timeout|is not queryable/.test(error.message);
}
