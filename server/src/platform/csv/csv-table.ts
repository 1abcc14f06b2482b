import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export type Cell = string | number | Date | null;

/** Without it Excel assumes the machine's own encoding instead of UTF-8. */
const byteOrderMark = '\uFEFF';

/** A table as CSV (RFC 4180) with a header line. @param batches the rows, in batches */
export async function* csvTable<Row>(
  columns: Record<string, (row: Row) => Cell>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const values = Object.values(columns);
  yield byteOrderMark + line(Object.keys(columns));
  for await (const rows of batches) yield rows.map((row) => line(values.map((value) => value(row)))).join('');
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Spreadsheets recognise a time only without `T` and `Z`. It is in UTC.
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ');
  const inert = value.replace(formulaStart, "$1'$2");
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Rows per statement: limits memory and the duration of each statement. */
const batch = 1000;

/** Reads rows by id with a cursor, `batch` at a time; the next batch is read only when it is needed. */
export async function* readInBatches<Row extends { id: string }>(
  read: (place: { after: string | undefined; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: string | undefined;
  for (;;) {
    const rows = await read({ after, limit: batch });
    yield rows;
    if (rows.length < batch) return;
    after = rows.at(-1)?.id;
  }
}

/**
 * A spreadsheet evaluates a cell that starts like this as a formula, which may send other cells to an attacker (OWASP, "CSV Injection"); an
 * apostrophe makes it text. In countries with `;` as separator a cell also starts after each `;`. Some spreadsheets accept full-width signs.
 */
const formulaStart = /(^|[;|\t])([\s'"]*[=+\-@\t\r＝＋－＠])/g;

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
