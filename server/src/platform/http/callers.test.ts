import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'vitest';
import { me, login } from '@keepsake/contract/accounts/accounts';
import { getPricing } from '@keepsake/contract/orders/pricing';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { drawPhoto } from '../../../test/draw-photo.ts';
import { afterFile } from '../../../test/after-file.ts';
import { until } from '../../../test/until.ts';
import { rateLimits } from '../rate-limits.ts';

// One caller must not use up what all others need.
describe('an account that sends slowly', () => {
  test('occupies only a few upload slots: another account is served', async () => {
    const app = await startTestApp(undefined);
    const [slow, other] = [await app.createUser(), await app.createUser()];
    const answers: string[] = [];
    for (let i = 0; i < 7; i++) sendSlowly(app, slow.token, (answer) => answers.push(answer));
    await until(() => answers.length > 0);
    assert.match(answers[0] ?? '', /^HTTP\/1.1 429 /);
    assert.match(answers[0] ?? '', /\r\nretry-after: 2\r\n/i);
    const form = new FormData();
    form.set('files', new Blob([new Uint8Array(await drawPhoto(600, 600).jpeg().toBuffer())]), 'a.jpg');
    const headers = { authorization: `Bearer ${other.token}` };
    const answer = await fetch(`${app.url}/api/content/upload`, { method: 'POST', headers, body: form });
    assert.equal(answer.status, 201);
    assert.equal(answers.length, 1, 'the six others are still being sent');
  });
});

describe('unknown tokens', () => {
  test('are refused without a look-up once a network has sent many; signed-in users are still served', async (t) => {
    const app = await startTestApp(t, { settings: { RATE_LIMIT: 'on' } });
    const user = await app.createUser();
    assert.equal((await app.call(me, { token: user.token })).status, 200);
    // Fewer than a busy server would refuse by itself.
    const [left, tooMany] = [50, 20];
    for (let i = left; i < rateLimits.unknownToken.points; i++)
      await app.deps.limits.count('unknownToken', '127.0.0.1');
    // All at once: each must be counted before its look-up, not after it.
    const madeUp = Array.from({ length: left + tooMany }, (_, i) => `${i}`.padStart(43, 'x'));
    const statuses = await Promise.all(madeUp.map(async (token) => (await app.call(me, { token })).status));
    assert.equal(statuses.filter((status) => status === 401).length, left);
    assert.equal(statuses.filter((status) => status === 429).length, tooMany);
    assert.equal((await app.call(me, { token: user.token })).status, 200);
  });
});

describe('behind a proxy', () => {
  test('addresses of one /64 count as one caller', async (t) => {
    const app = await startTestApp(t, { settings: { RATE_LIMIT: 'on', TRUST_PROXY: 'true' } });
    const statusOf = async (address: string) =>
      (await app.call(getPricing, { headers: { 'x-forwarded-for': address } })).status;
    for (let i = 0; i < rateLimits.call.points; i++)
      assert.equal(await statusOf(`2001:db8:1:2::${i.toString(16)}`), 200);
    assert.equal(await statusOf('2001:db8:1:2:ffff::1'), 429);
    assert.equal(await statusOf('2001:db8:1:3::1'), 200);
  });

  test('an invalid client address causes no error 500', async (t) => {
    const app = await startTestApp(t, { settings: { RATE_LIMIT: 'on', TRUST_PROXY: 'true' } });
    const body = { email: 'nobody@example.com', password: 'seven green bicycles' };
    for (const address of ['x'.repeat(5000), '%00', '::ffff:zzzz', '1.2.3.4.5', ', ,', '[::1]:80'])
      assert.equal((await app.call(login, { body, headers: { 'x-forwarded-for': address } })).status, 401, address);
  });
});

describe('a malformed request', () => {
  for (const [what, request, status] of [
    ['has no method', 'HELLO\r\n\r\n', '400 Bad Request'],
    ['names no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', '200 OK'],
    [
      'expects what nobody knows',
      'GET /healthz HTTP/1.1\r\nhost: a\r\nexpect: tea\r\nconnection: close\r\n\r\n',
      '417 Expectation Failed',
    ],
    [
      'has headers that are too long',
      `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
  ] as const) {
    test(`that ${what} is answered with ${status.slice(0, 3)} and the headers of every answer`, async (t) => {
      const app = await startTestApp(t);
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      socket.write(request);
      const answer = await text(socket);
      assert.ok(answer.startsWith(`HTTP/1.1 ${status}\r\n`), answer);
      for (const header of [
        "content-security-policy: default-src 'none'",
        'x-content-type-options: nosniff',
        'strict-transport-security:',
      ])
        assert.ok(answer.includes(header), header);
    });
  }
});

/** Begins an upload that never completes, and returns what is answered meanwhile. */
function sendSlowly({ url }: TestApp, token: string, onAnswer: (answer: string) => void): void {
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.once('data', (answer: Buffer) => onAnswer(answer.toString()));
  afterFile(async () => {
    const closed = once(socket, 'close');
    if (!socket.destroyed) socket.destroy();
    else return;
    await closed;
  });
  socket.write(
    `POST /api/content/upload HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n--b\r\n`,
  );
}
