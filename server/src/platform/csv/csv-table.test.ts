import assert from 'node:assert/strict';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { test } from 'vitest';
import { until } from '../../../test/until.ts';
import { csvTable, readInBatches, sendTable } from './csv-table.ts';

test('a table is read no faster than its reader takes it, and read no further when the reader has gone', async () => {
  let read = 0;
  const text = 'x'.repeat(1000);
  const rows = readInBatches(({ limit }) => {
    read += 1;
    return Promise.resolve({ lines: `${text}\r\n`.repeat(limit), rows: limit, last: `${read}` });
  });
  const app = Fastify();
  app.get('/long.csv', (_request, reply) => sendTable(reply, '/long.csv', csvTable(['text'], rows)));
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(url.port), url.hostname).pause();
  socket.write('GET /long.csv HTTP/1.1\r\nhost: localhost\r\n\r\n');
  try {
    const isStill = async () => {
      const before = read;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return before > 0 && read === before;
    };
    await until(isStill);
    // A megabyte each: what sockets and streams hold, and not the whole table.
    assert.ok(read <= 20, `${read} batches were read for nobody`);
    const held = read;
    socket.resume();
    await until(() => Promise.resolve(read > held + 20));
    socket.destroy();
    await until(isStill);
  } finally {
    socket.destroy();
    await app.close();
  }
});
