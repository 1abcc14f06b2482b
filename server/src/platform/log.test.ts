import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { api } from '@keepsake/contract/api';
import { startTestApp } from '../../test/harness.ts';
import { createLog } from './log.ts';

describe('a line', () => {
  const quoted: [string, string, string][] = [
    ['a customer’s address', '550 no mailbox for rosa.lind+films@post.example.com here', 'rosa.lind'],
    ['the password of a connection', 'connect postgres://keepsake:s3cret@db.example:5432/keepsake', 's3cret'],
    [
      'a signed link',
      'cannot read https://k.example/uploads/a.jpg?p=provider&e=1&k=a&x=tok3n&s=s1gnature',
      's1gnature',
    ],
    [
      'the token in a link',
      'cannot read https://k.example/uploads/a.jpg?p=provider&e=1&k=a&x=tok3n&s=s1gnature',
      'tok3n',
    ],
    ['the link of a mail', '/verify-email?token=t0kenOfMail&userId=1', 't0kenOfMail'],
    ['a session', 'Authorization: Bearer abcdefghijklmnop1234', 'abcdefghijklmnop1234'],
    ['a key of the payment provider', 'Invalid API Key provided: sk_live_abcdef123456', 'abcdef123456'],
    ['a callback’s token', 'POST https://k.example/api/generation/callback/AbCdEf-123_456', 'AbCdEf-123_456'],
  ];
  for (const [what, text, secret] of quoted) {
    test(`hides ${what} quoted by others, in texts, errors and their causes`, () => {
      const lines: string[] = [];
      const log = createLog('trace', 'test', { write: (line) => lines.push(line) });
      log.info({ reason: text }, text);
      log.error({ err: new Error('outer', { cause: new Error(text) }) }, 'failed');
      assert.equal(lines.length, 2);
      for (const line of lines) {
        assert.ok(!line.includes(secret), line);
        assert.doesNotThrow(() => JSON.parse(line));
      }
    });
  }

  test('keeps what explains an error', () => {
    const lines: string[] = [];
    const log = createLog('info', 'test', { write: (line) => lines.push(line) });
    log.warn({ jobId: '17', bucketId: '0190', err: new Error('connect ECONNREFUSED 10.0.0.1:5432') }, 'job failed');
    const { jobId, bucketId, err } = JSON.parse(lines[0] ?? '');
    assert.deepEqual([jobId, bucketId, err.message], ['17', '0190', 'connect ECONNREFUSED 10.0.0.1:5432']);
    assert.match(err.stack, /log\.test\.ts/);
  });

  test('is cleaned in linear time, however long a foreign text is', () => {
    const log = createLog('info', 'test', { write: () => undefined });
    const began = performance.now();
    for (const text of ['a'.repeat(200_000), 'a@'.repeat(100_000), '://'.repeat(70_000), 'a.'.repeat(100_000)])
      log.info(text);
    assert.ok(performance.now() - began < 5000);
  });
});

test('nothing sent with a call reaches the log: bodies, queries, parts of the address, headers', async (t) => {
  const lines: string[] = [];
  const app = await startTestApp(t, { onLog: (line) => lines.push(line) });
  const admin = await app.createUser({ role: 'Admin', email: 'planted-admin@example.com' });
  const planted = 'pl4nted-s3cret-of-somebody';
  for (const { endpoint } of api) {
    const path = endpoint.path.replaceAll(/:[a-z]+/gi, planted);
    for (const token of [undefined, planted.repeat(2), admin.token]) {
      await fetch(`${app.url}${path}?token=${planted}&userId=${planted}&s=${planted}&page=${planted}`, {
        method: endpoint.method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          'content-type': 'application/json',
          cookie: planted,
          'user-agent': planted,
          'stripe-signature': `t=1,v1=${planted}`,
          'x-forwarded-for': planted,
        },
        ...(endpoint.method !== 'GET' && {
          body: JSON.stringify({ email: `${planted}@example.com`, password: planted, token: planted, name: planted }),
        }),
      });
    }
  }
  await fetch(`${app.url}/uploads/${planted}.jpg?s=${planted}`);
  await fetch(`${app.url}/${planted}?token=${planted}`);
  await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${planted}` } });

  assert.ok(lines.length > api.length, 'the log is written');
  for (const line of lines) {
    for (const secret of [planted, admin.token, admin.email]) assert.ok(!line.includes(secret), line);
  }
});
