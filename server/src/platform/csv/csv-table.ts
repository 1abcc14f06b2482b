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

/** Reads rows by their ids, so many at a time, the next ones only when they are asked for. */
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
