import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, test } from 'vitest';
import * as accounts from '@keepsake/contract/accounts/accounts';
import { api } from '@keepsake/contract/api';
import * as content from '@keepsake/contract/photos/content';
import { pages } from '@keepsake/contract/site';
import * as pricing from '@keepsake/contract/orders/pricing';
import * as prompts from '@keepsake/contract/films/prompts';
import { mailboxRoutes } from '@keepsake/sandbox/mailbox/mailbox.routes';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { createApp } from '../../app.ts';
import { createLog } from '../log.ts';
import { createPages } from './pages.ts';
import { createServer } from './server.ts';

let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  app = await startTestApp(undefined, { onLog: (line) => lines.push(line) });
});

describe('every answer', () => {
  const documents = ['/', '/login', '/nowhere', '/dev/mail', '/dev/mail/nothing'];
  const others = [
    '/assets/app.js',
    '/assets/nothing.js',
    '/assets/',
    '/favicon.svg',
    '/api/pricing',
    '/api/nowhere',
    '/api/auth/me',
    '/api/docs',
    '/api/files/access',
    '/uploads/nothing.jpg',
    '/downloads/nothing.mp4',
    '/dev/mail.json',
    '/site.json',
    '/healthz',
    '/readyz',
    '/%',
    `/uploads/${'x'.repeat(300)}`,
  ];

  test('has the security headers: no sniffing, no foreign code, no framing, nothing about the server', async (t) => {
    const server = await withPages(t, app);
    for (const url of [...documents, ...others]) {
      const { headers, body } = await server.inject({ url, headers: { origin: 'https://elsewhere.example' } });
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/, url);
      assert.match(policy, /frame-ancestors 'none'/, url);
      assert.doesNotMatch(policy, /unsafe|\*|https?:/, url);
      assert.equal(headers['x-content-type-options'], 'nosniff', url);
      assert.equal(headers['referrer-policy'], 'no-referrer', url);
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin', url);
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin', url);
      assert.match(String(headers['strict-transport-security']), /max-age=31536000; includeSubDomains/, url);
      for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie']) {
        assert.equal(headers[name], undefined, `${name} of ${url}`);
      }
      assert.doesNotMatch(body, /node_modules|\.ts:\d/, url);
      if (body) assert.match(String(headers['content-type']), /charset=utf-8|^image\/svg\+xml/i, url);
    }
  });

  test('of a page allows only scripts from its own files, through trusted types', async (t) => {
    const server = await withPages(t, app);
    for (const url of ['/', '/nowhere']) {
      const policy = String((await server.inject({ url })).headers['content-security-policy']).split('; ');
      for (const directive of ["script-src 'self'", "object-src 'none'", "base-uri 'none'", "connect-src 'self'"]) {
        assert.ok(policy.includes(directive), directive);
      }
      assert.ok(policy.includes("require-trusted-types-for 'script'"));
    }
  });
});

describe('a request', () => {
  test('with an undeclared method is refused, and never echoed', async () => {
    for (const method of ['TRACE', 'OPTIONS', 'PATCH', 'PROPFIND']) {
      const { status, body } = await raw(method, '/api/pricing', { 'x-secret': 'do not echo' });
      assert.equal(status, 405, method);
      assert.ok(!body.includes('do not echo'));
    }
    assert.equal((await raw('TRACE', '/', {})).status, 404);
  });

  test('of a customer’s call without a session is refused before its input is checked', async () => {
    for (const { name, endpoint } of api.filter(({ endpoint: { access } }) => access === 'user')) {
      const answer = await app.call(endpoint, { params: { id: 'not-an-id', filename: '!' } });
      assert.deepEqual([answer.status, answer.error.code], [401, 'not_signed_in'], name);
    }
  });

  test('with a duplicate query key, or one such as `__proto__`, gets one defined answer', async () => {
    const { token } = await app.createUser();
    const ask = (query: string) =>
      fetch(`${app.url}/api/content/my?${query}`, { headers: { authorization: `Bearer ${token}` } });
    const twice = await ask('page=1&page=2');
    assert.equal(twice.status, 400);
    assert.deepEqual(Object.keys(((await twice.json()) as { fields: object }).fields), ['page']);
    assert.equal((await ask('__proto__=x&constructor=y&toString=z')).status, 200);
  });

  test('with unknown fields is answered as if they were absent', async () => {
    const body = { imageCount: 1, variantsPerImage: 1, price: 0, role: 'Admin' };
    assert.equal((await app.call(pricing.calculatePrice, { body })).status, 200);
  });
});

test('an internal error answers only its request id, which leads to the log', async (t) => {
  const own: string[] = [];
  const broken = await startTestApp(t, { onLog: (line) => own.push(line) });
  await broken.db.pool.query('drop table price_lists');
  const { status, error } = await broken.call(pricing.getPricing);
  assert.equal(status, 500);
  assert.deepEqual(Object.keys(error).toSorted(), ['code', 'error', 'requestId']);
  assert.doesNotMatch(JSON.stringify(error), /price_lists|select|relation/);
  const entries = own.map((line) => JSON.parse(line) as Record<string, unknown>);
  const entry = entries.find((one) => one['requestId'] === error['requestId'] && one['level'] === 'error');
  assert.equal(entry?.['path'], '/api/pricing');
  assert.match(JSON.stringify(entry['err']), /price_lists/);
});

describe('the log', () => {
  test('names who was refused what and why, without what was sent', async () => {
    const { id: userId, token } = await app.createUser();
    lines.length = 0;
    await app.call(pricing.setPricing, { token, body: { basePrice: 1 } });
    await app.call(content.getBucket, { token, params: { id: '0199aa00-0000-7000-8000-00000000dead' } });
    await app.call(accounts.forgotPassword, { body: { email: 'a secret' } });
    await fetch(`${app.url}/uploads/a-secret.jpg?s=a-secret`);
    await fetch(`${app.url}/api/a-secret?token=a-secret`);
    await fetch(`${app.url}/a-secret/%`);
    await fetch(`${app.url}/api/pricing?x=a-secret`, { method: 'PUT' });
    const refusals = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'refused');
    assert.deepEqual(
      refusals.map(({ level, userId, path, code, fields }) => [level, userId, path, code, fields]),
      [
        ['warn', userId, '/api/pricing/admin', 'not_allowed', undefined],
        ['info', userId, '/api/buckets/:id', 'not_found', undefined],
        ['info', undefined, '/api/auth/forgot-password', 'validation_failed', ['email']],
        ['warn', undefined, '/uploads/:file', 'link_invalid', undefined],
        ['info', undefined, undefined, 'not_found', undefined],
        ['info', undefined, undefined, 'malformed_request', undefined],
        ['info', undefined, '/api/pricing', 'method_not_allowed', undefined],
      ],
    );
    assert.ok(refusals.every(({ requestId, time }) => requestId && time.endsWith('Z')));
    for (const line of lines) assert.doesNotMatch(line, /a.secret/);
  });

  test('names which record an administrator changed', async () => {
    const { id: userId, token } = await app.createUser({ role: 'Admin' });
    const body = { name: 'Window light', icon: 'fa-sun' };
    lines.length = 0;
    const { suggestion } = (await app.call(prompts.createPictogram, { token, body })).data;
    await app.call(prompts.deletePictogram, { token, params: { id: suggestion.id } });
    await app.call(prompts.listAdminPrompts, { token });
    const changes = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'administrator changed a record');
    assert.deepEqual(
      changes.map(({ userId, method, params }) => [userId, method, params]),
      [
        [userId, 'POST', undefined],
        [userId, 'DELETE', { id: suggestion.id }],
      ],
    );
  });
});

describe('the address of a caller', () => {
  const headers = { 'x-forwarded-for': '203.0.113.7, 198.51.100.9', 'x-forwarded-host': 'elsewhere.example' };

  test('is that of the connection, whatever headers the caller sends', async () => {
    assert.equal(await addressSeen(false, headers), '192.0.2.1');
  });

  test('is, behind a proxy, the one that the proxy added and not what the caller wrote before it', async () => {
    assert.equal(await addressSeen(true, headers), '198.51.100.9');
  });
});

test('a request that is running when the port closes is answered with our headers, and its connection ends', async (t) => {
  const server = createServer({ log: createLog('silent', 'test'), trustProxy: false, onServerError: () => undefined });
  const held = Promise.withResolvers<object>();
  server.get('/slow', () => held.promise);
  server.get('/here', async () => ({ here: true }));
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const slow = fetch(`http://127.0.0.1:${port}/slow`, { headers: { connection: 'close' } });
  const socket = connect(port, '127.0.0.1');
  t.onTestFinished(() => void socket.destroy());
  socket.write('GET /here HTTP/1.1\r\n');
  await until(async () => (await connectionsOf(server)) === 2);
  const closed = server.close();
  await until(() => !server.server.listening);
  socket.write('host: here\r\n\r\n');
  const answer = await text(socket);
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
  assert.match(answer, /x-content-type-options: nosniff/);
  assert.match(answer, /connection: close/i);
  held.resolve({});
  assert.equal((await slow).status, 200);
  await closed;
});

function connectionsOf({ server }: FastifyInstance): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}

async function addressSeen(trustProxy: boolean, headers: Record<string, string>): Promise<string> {
  const server = createServer({ log: createLog('silent', 'test'), trustProxy, onServerError: () => undefined });
  server.get('/address', async ({ ip }) => ({ ip }));
  const answer = await server.inject({ url: '/address', headers, remoteAddress: '192.0.2.1' });
  await server.close();
  return answer.json<{ ip: string }>().ip;
}

/** The app as `npm start` serves it: with a built site and the mailbox. */
async function withPages(t: { onTestFinished(work: () => Promise<void>): void }, { deps }: TestApp) {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-pages-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Site</title>');
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets/app.js'), 'export {};');
  const { server } = await createApp(
    deps,
    createPages(
      folder,
      { pages, listed: [] },
      {
        names: { productName: 'Keepsake', supportEmail: 'help@example.com', testimonials: null },
        pictures: join(folder, 'pictures'),
      },
    ),
  );
  server.register(mailboxRoutes({ outboxDir: join(deps.config.DATA_DIR, 'outbox'), productName: 'Keepsake' }));
  t.onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return server;
}

/** A request with any method, which `fetch` would not send. */
function raw(method: string, path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(app.url + path, { method, headers }, (incoming) => {
      let body = '';
      incoming.setEncoding('utf8').on('data', (part: string) => (body += part));
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body }));
    });
    outgoing.on('error', reject).end();
  });
}
