import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, test } from 'vitest';
import { api } from '@keepsake/contract/api';
import { updateBatch } from '@keepsake/contract/photos/content';
import { limits } from '@keepsake/contract/limits';
import { getPricing } from '@keepsake/contract/orders/pricing';
import { startTestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { createPhotoSet } from '../../../test/photo-set.ts';
import { sql } from 'kysely';
import { firstRow } from '../../../test/statements.ts';
import { createLog } from '../log.ts';
import { createServer } from './server.ts';

const app = await startTestApp(undefined);

test('no list answers more than 100 entries a page', async () => {
  const admin = await app.createUser({ role: 'Admin' });
  const { bucketId } = await createPhotoSet(app.db, admin.id, [[1]]);
  const lists = api.map(({ endpoint }) => endpoint).filter(({ query }) => query?.safeParse({ limit: 100 }).success);
  const paged = lists.filter(({ query }) => !query?.safeParse({ limit: 0 }).success);
  assert.ok(paged.length >= 4, `${paged.length} lists have pages`);
  for (const endpoint of paged) {
    const answers = [];
    for (const limit of [100, 101])
      answers.push(
        (await app.call(endpoint, { params: { id: bucketId }, query: { limit }, token: admin.token })).status,
      );
    assert.deepEqual(answers, [200, 400], endpoint.path);
  }
});

test('an effect of a photo can be ordered as one to ten films', async () => {
  const user = await app.createUser();
  const { photoIds } = await createPhotoSet(app.db, user.id, [[1]]);
  const prompt = await firstRow<{ id: string }>(app.db, sql`select id from prompts limit 1`);
  const statuses = [];
  for (const variety of [0, 1, 10, 11, 1.5]) {
    const body = { contents: [{ id: photoIds[0], actions: [{ promptId: prompt?.id, variety }] }] };
    statuses.push((await app.call(updateBatch, { body, token: user.token })).status);
  }
  assert.deepEqual(statuses, [400, 200, 200, 400, 400]);
});

test('a JSON body of 256 kB is accepted, a longer one is refused', async () => {
  const statuses = [];
  for (const length of [limits.jsonBodyBytes, limits.jsonBodyBytes + 1]) {
    const body = JSON.stringify({ imageCount: 1, variantsPerImage: 1 });
    const response = await fetch(`${app.url}/api/pricing/calculate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body + ' '.repeat(length - body.length),
    });
    statuses.push(response.status);
  }
  assert.deepEqual(statuses, [200, 413]);
});

describe('a request that arrives one byte at a time', () => {
  const beginnings = {
    'in its headers': 'GET / HTTP/1.1\r\nhost: a\r\nx-slow: ',
    'in its body': 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n"',
  };
  for (const [where, beginning] of Object.entries(beginnings)) {
    test(`${where} is cut off`, async (t) => {
      const server = createServer({
        log: createLog('silent', 'test'),
        trustProxy: false,
        slowestRequestMs: 2000,
        onServerError: () => undefined,
      });
      t.onTestFinished(() => server.close());
      server.post('/', async () => ({}));
      await server.listen({ port: 0, host: '127.0.0.1' });
      const socket = await open((server.server.address() as AddressInfo).port);
      const closed = once(socket, 'close');
      socket.resume().write(beginning);
      const writing = setInterval(() => socket.write('a'), 100);
      t.onTestFinished(() => clearInterval(writing));
      await closed;
    });
  }
});

test('while too many calls wait, further ones are refused at once with Retry-After', async () => {
  const { pool } = app.db;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const ask = () => app.call(getPricing);
  const waiting = Array.from({ length: 200 }, ask);
  try {
    await until(() => pool.waitingCount >= 200);
    const { status, error, headers } = await ask();
    assert.deepEqual([status, error.code, headers.get('retry-after')], [503, 'service_unavailable', '1']);
    assert.equal(pool.waitingCount, 200);
  } finally {
    for (const client of held) client.release();
    await Promise.all(waiting);
  }
  assert.equal((await ask()).status, 200);
});

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}
