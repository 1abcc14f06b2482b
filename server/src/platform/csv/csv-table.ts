import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export type Cell = string | number | Date | null;

/** Without it Excel takes UTF-8 for the machine's own encoding. */
const byteOrderMark = '\uFEFF';

/**
 * A table for spreadsheets, as RFC 4180 writes it, with the titles of its columns.
 * @param batches rows, so many at a time
 */
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
  // Spreadsheets know a time without `T` and `Z`; it is UTC.
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ');
  const inert = value.replace(formulaStart, "$1'$2");
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Rows of one statement: memory holds no more of them, and no statement lasts. */
const batch = 1000;

/** Reads rows by their ids, `batch` at a time, the next ones only when the reader needs them. */
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
 * A spreadsheet would compute a cell that begins so, and may send others' cells elsewhere with it (OWASP, "CSV Injection"); an apostrophe makes
 * it text. Where the country's separator is `;`, cells begin after that as well. Full-width signs are taken for the plain ones by some.
 */
const formulaStart = /(^|[;|\t])([\s'"]*[=+\-@\t\r＝＋－＠])/g;

/** Milliseconds: a table of 200,000 rows may take longer to arrive than any other reply. */
export const longestTableMs = 10 * 60_000;

/**
 * Sends lines of CSV as they are read: further ones are read only when those before have been sent. An error before the first line is
 * answered as any other; after that the connection is cut, so that nobody takes a part for the whole.
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
