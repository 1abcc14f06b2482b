import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sql, type RawBuilder } from 'kysely';

/** A cell of each row, as PostgreSQL writes it; null is an empty one. */
export type Cell = RawBuilder<string | null>;

/** Lines of a table, and the id of the last of them. */
export interface Lines {
  lines: string;
  rows: number;
  last: string | null;
}

/** Without it Excel assumes the machine's own encoding instead of UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * A table for spreadsheets (RFC 4180).
 * @param titles of its columns; meant for programs, so they do not depend on the reader's language
 * @param batches its lines, several at a time
 */
export async function* csvTable(titles: readonly string[], batches: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${byteOrderMark}${titles.join(',')}\r\n`;
  yield* batches;
}

/**
 * The columns of a statement that returns its rows as lines of CSV, latest id first. PostgreSQL builds them, because here each row would be a dozen
 * objects: memory grew by a hundred megabytes before they were collected.
 */
export function asLines(id: RawBuilder<string>, cells: readonly Cell[]) {
  const filled = cells.map((cell) => sql`coalesce(${cell}, '')`);
  const line = sql`${sql.join(filled, sql` || ',' || `)} || chr(13) || chr(10)`;
  return [
    sql<string>`coalesce(string_agg(${line}, '' order by ${id} desc), '')`.as('lines'),
    sql<number>`count(*)`.as('rows'),
    sql<string | null>`min(${id}::text)`.as('last'),
  ] as const;
}

/** A number, an id or a word of our own. */
export function plainCell(value: RawBuilder<unknown>): Cell {
  return sql<string | null>`${value}::text`;
}

/** Spreadsheets know a time without `T` and `Z`; it is UTC. */
export function timeCell(value: RawBuilder<Date | null>): Cell {
  return sql<string | null>`to_char(${value} at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS')`;
}

/** White space and quotation marks: spreadsheets skip some of them at the start of a cell. */
const skipped = String.raw`[\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'"]*`;
/** Some spreadsheets treat full-width signs like the plain ones. */
const formula = String.raw`(${skipped}[=+@\t\r＝＋－＠\-])`;

/**
 * Text that a user has entered. A spreadsheet would run a cell that begins like a formula, which could send other cells elsewhere (OWASP, "CSV
 * Injection"); an apostrophe makes it text. In countries whose separator is `;`, cells also begin after that.
 */
export function textCell(value: RawBuilder<string | null>): Cell {
  const atStart = sql`regexp_replace(${value}, ${`^${formula}`}, ${String.raw`'\1`})`;
  const inert = sql`regexp_replace(${atStart}, ${`([;|\\t])${formula}`}, ${String.raw`\1'\2`}, 'g')`;
  return sql<
    string | null
  >`(select case when inert ~ ${'[",\\r\\n]'} then '"' || replace(inert, '"', '""') || '"' else inert end
    from (select ${inert} as inert) cell)`;
}

/** Rows per statement: limits memory and the duration of each statement. */
const batch = 1000;

export interface Place {
  after: string | undefined;
  limit: number;
}

/** Reads rows by their ids, `batch` at a time, the next ones only when the reader needs them. */
export async function* readInBatches(read: (place: Place) => Promise<Lines>): AsyncGenerator<string> {
  let after: string | undefined;
  for (;;) {
    const { lines, rows, last } = await read({ after, limit: batch });
    if (rows > 0) yield lines;
    if (rows < batch || last === null) return;
    after = last;
  }
}

/** Milliseconds. A table of 200,000 rows may take longer to arrive than any other reply. */
export const longestTableMs = 10 * 60_000;

/**
 * Streams lines of CSV with backpressure: more are read only when the earlier ones have been sent. An error before the first line gets a normal error
 * reply; after that the connection is cut, so that an incomplete table cannot be mistaken for a complete one.
 */
export async function sendTable(
  reply: FastifyReply,
  path: string,
  lines: AsyncIterable<string>,
): Promise<FastifyReply> {
  const reader = lines[Symbol.asyncIterator]();
  const first = await reader.next();
  reply.headers({
    'cache-control': 'no-store',
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${path.slice(path.lastIndexOf('/') + 1)}"`,
  });
  return reply.send(Readable.from(withFirst(first, reader), { objectMode: false }));
}

async function* withFirst(first: IteratorResult<string>, reader: AsyncIterator<string>): AsyncGenerator<string> {
  for (let step = first; !step.done; step = await reader.next()) yield step.value;
}
