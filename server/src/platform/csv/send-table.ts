import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

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
