import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'vitest';
import { fetchJson } from './fetch-json.ts';

test('a server that fails is called again until it answers', async (t) => {
  const server = await serve(t, [503, 500, 200]);
  assert.deepEqual(await fetchJson(server.url, { waitMs: 1 }), { title: 'Texts' });
  assert.equal(server.asked(), 3);
});

test('after five more tries it is given up', async (t) => {
  const server = await serve(t, [503]);
  await assert.rejects(fetchJson(server.url, { waitMs: 1 }), /HTTP 503/);
  assert.equal(server.asked(), 6);
});

test('a file that is not there is not asked for again', async (t) => {
  const server = await serve(t, [404]);
  await assert.rejects(fetchJson(server.url, { waitMs: 1 }), /HTTP 404/);
  assert.equal(server.asked(), 1);
});

test('a server that does not answer is asked again', async (t) => {
  const server = await serve(t, ['never', 200]);
  assert.deepEqual(await fetchJson(server.url, { waitMs: 1, longestMs: 1000 }), { title: 'Texts' });
  assert.equal(server.asked(), 2);
});

/** Replies with these statuses in turn, then always with the last one. */
async function serve(t: TestContext, statuses: (number | 'never')[]) {
  let asked = 0;
  const server = createServer((_request, response) => {
    const status = statuses[Math.min(asked++, statuses.length - 1)] ?? 200;
    if (status === 'never') return;
    response.statusCode = status;
    response.end('{"title":"Texts"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked: () => asked };
}
