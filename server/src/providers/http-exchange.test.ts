import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { test, type TestContext } from 'vitest';
import { exchange, ExchangeError, openExchange, type Exchange } from './http-exchange.ts';
import { NotPublicAddress, publicLookup } from './video/provider-hosts.ts';

test('returns the complete answer', async (t) => {
  const url = await serve(t, (request, response) => {
    request.pipe(response.writeHead(201, { 'x-method': request.method ?? '' }));
  });
  const answer = await exchange(post(url, { body: 'ő'.repeat(1000) }));
  assert.deepEqual([answer.status, answer.headers['x-method'], answer.text], [201, 'POST', 'ő'.repeat(1000)]);
});

test('a request that is never answered has an unknown outcome', async (t) => {
  const url = await serve(t, () => undefined);
  const error = await failureOf(post(url, { timeoutMs: 2000 }));
  assert.equal(error.failure, 'unknown');
  assert.match(error.message, /not finished within 2000 ms/);
});

test('a request whose answer never ends has an unknown outcome', async (t) => {
  const url = await serve(t, (_request, response) => response.writeHead(201).write('{"id":'));
  assert.equal((await failureOf(post(url, { timeoutMs: 2000 }))).failure, 'unknown');
});

test('a TLS handshake that never completes means that nothing was sent', async (t) => {
  let received = 0;
  const silent = createTcpServer((socket) => socket.on('data', (bytes) => (received += bytes.length)));
  const url = new URL((await listen(t, silent)).href.replace('http:', 'https:'));
  const error = await failureOf(
    post(url, { timeoutMs: 200, body: 'a secret that is longer than any greeting'.repeat(1000) }),
  );
  assert.equal(error.failure, 'not_sent');
  assert.ok(received < 5000, 'only the greeting of the encryption');
});

test('a name that resolves to a private address is not connected to', async (t) => {
  let isConnected = false;
  const inside = await listen(
    t,
    createTcpServer(() => (isConnected = true)),
  );
  const error = await failureOf(post(new URL(`http://localhost:${inside.port}`), { lookup: publicLookup }));
  assert.equal(error.failure, 'not_sent');
  assert.ok(error.cause instanceof NotPublicAddress);
  assert.equal(isConnected, false);
});

test('reading a body ends with the signal', async (t) => {
  const url = await serve(t, (_request, response) =>
    response.writeHead(200, { 'content-length': '100' }).write('half'),
  );
  const stopping = new AbortController();
  const incoming = await openExchange({ ...post(url), method: 'GET', signal: stopping.signal }).response;
  stopping.abort();
  await assert.rejects(incoming.toArray(), /broken off/);
});

test('an idle connection times out', async (t) => {
  const url = await serve(t, (_request, response) =>
    response.writeHead(200, { 'content-length': '100' }).write('half'),
  );
  const incoming = await openExchange({ ...post(url), method: 'GET', idleMs: 2000 }).response;
  await assert.rejects(incoming.toArray(), /stood still/);
});

function post(url: URL, changes: Partial<Exchange> = {}): Exchange {
  return { url, method: 'POST', headers: {}, timeoutMs: 5000, ...changes };
}

async function failureOf(call: Exchange): Promise<ExchangeError> {
  const error: unknown = await exchange(call).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ExchangeError, String(error));
  return error;
}

async function serve(t: TestContext, answer: RequestListener): Promise<URL> {
  const server = createServer(answer);
  t.onTestFinished(() => server.closeAllConnections());
  return listen(t, server);
}

async function listen(t: TestContext, server: Server): Promise<URL> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.onTestFinished(() => void server.close());
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
