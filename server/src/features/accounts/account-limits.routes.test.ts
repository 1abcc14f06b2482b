import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import * as accounts from '@keepsake/contract/accounts/accounts';
import { linkIn } from '../../../test/mail-link.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { newId } from '../../platform/ids.ts';
import { rateLimits } from '../../platform/rate-limits.ts';

const password = 'nine lives and a half';

describe('limits on what strangers can cause', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(undefined, { settings: { RATE_LIMIT: 'on' } });
  });

  const ways = {
    forgot: (email: string) => app.call(accounts.forgotPassword, { body: { email } }),
    resend: (email: string) => app.call(accounts.resendVerification, { body: { email } }),
  };

  async function mailsTo(address: string) {
    await app.drain();
    return (await app.mails()).filter((mail) => mail.to?.[0]?.address === address);
  }

  for (const [name, request] of Object.entries(ways)) {
    test(`${name}: five requests an hour for one mailbox, whether it has an account or not`, async () => {
      const { email } = await app.createUser();
      for (const address of [email, `nobody-${name}@example.com`]) {
        const statuses = [];
        for (let i = 0; i < 7; i += 1) statuses.push((await request(address)).status);
        assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429], address);
      }
      assert.equal((await mailsTo(email)).length, 5);
    });
  }

  test('registrations and verification mails count together, however the address is written; reset mails separately', async () => {
    const email = 'together@example.com';
    const body = { name: 'Together', email, password };
    const answers = [
      await app.call(accounts.register, { body }),
      await ways.resend(email.toUpperCase()),
      await ways.resend(` ${email}`),
      await ways.resend('ｔogether@example．com'),
      await app.call(accounts.register, { body }),
      await ways.resend(email),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 200, 200, 200, 201, 429],
    );
    assert.ok(Number(answers.at(-1)?.headers.get('retry-after')) > 0);
    assert.equal((await ways.forgot(email)).status, 200);
  });

  test('requests from other networks keep nobody from registering, and a mailbox gets five mails an hour from all of them', async (t) => {
    const app = await startTestApp(t, { settings: { RATE_LIMIT: 'on', TRUST_PROXY: 'on' } });
    const email = 'kept.away@example.com';
    const from = (network: number) => ({ headers: { 'x-forwarded-for': `192.0.2.${network}` } });
    const resend = (network: number) => app.call(accounts.resendVerification, { body: { email }, ...from(network) });
    for (let i = 0; i < 5; i += 1) await resend(1);
    assert.equal((await resend(1)).status, 429);
    const body = { name: 'Newcomer', email, password };
    assert.equal((await app.call(accounts.register, { body, ...from(2) })).status, 201);
    for (let network = 3; network < 9; network += 1) assert.equal((await resend(network)).status, 200);
    await app.drain();
    const mails = (await app.mails()).filter((mail) => mail.to?.[0]?.address === email);
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      Array.from({ length: 5 }, () => 'Please verify your email address'),
    );
  });

  test('a registration that is refused for its password counts for nothing', async () => {
    const body = { name: 'Slow', email: 'slow.chooser@example.com', password: 'password123' };
    for (let i = 0; i < 6; i += 1) assert.equal((await app.call(accounts.register, { body })).status, 400);
    assert.equal((await app.call(accounts.register, { body: { ...body, password } })).status, 201);
  });

  test('each mailbox has its own limit', async () => {
    assert.equal((await ways.forgot('somebody.else@example.com')).status, 200);
  });

  test('a password reset ends a lockout that a stranger’s guesses caused', async () => {
    const { email } = await app.createUser();
    const signIn = (given: string) => app.call(accounts.login, { body: { email, password: given } });
    for (let i = 0; i < 11; i += 1) await signIn('a stranger’s guess');
    assert.equal((await signIn(password)).status, 429);
    await ways.forgot(email);
    await app.drain();
    const mail = (await app.mails()).findLast((one) => one.to?.[0]?.address === email);
    const body = { ...linkIn(mail, '/reset-password'), newPassword: password };
    assert.equal((await app.call(accounts.resetPassword, { body })).status, 200);
    assert.equal((await signIn(password)).status, 200);
  });
});

describe('limits on one address of the network', () => {
  test('registrations', async (t) => {
    const app = await startTestApp(t, { settings: { RATE_LIMIT: 'on' } });
    const register = (i: number) =>
      app.call(accounts.register, { body: { name: 'Many', email: `many-${i}@example.com`, password } });
    const { points } = rateLimits.register;
    await app.deps.limits.count('register', '127.0.0.1');
    const row = await app.db.pool.query(`update rate_limits set points = ${points - 1} where key like 'register%'`);
    assert.equal(row.rowCount, 1);
    assert.equal((await register(1)).status, 201);
    assert.equal((await register(2)).status, 429);
  });

  test('mails requested for many addresses, of both kinds together', async (t) => {
    const app = await startTestApp(t, { settings: { RATE_LIMIT: 'on', TRUST_PROXY: 'on' } });
    const request = (call: typeof accounts.forgotPassword | typeof accounts.resendVerification, from: string) =>
      app.call(call, { body: { email: `${newId()}@example.com` }, headers: { 'x-forwarded-for': from } });
    const { points } = rateLimits.mailRequest;
    await app.deps.limits.count('mailRequest', '2001:db8:1:200::/56');
    await app.db.pool.query(`update rate_limits set points = ${points - 2} where key like 'mailRequest%'`);
    assert.equal((await request(accounts.forgotPassword, '2001:db8:1:200::1')).status, 200);
    assert.equal((await request(accounts.resendVerification, '2001:db8:1:2ff::1')).status, 200);
    const refused = await request(accounts.forgotPassword, '2001:db8:1:201::1');
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await request(accounts.resendVerification, '2001:db8:1:200::1')).status, 429);
    assert.equal((await request(accounts.forgotPassword, '2001:db8:1:300::1')).status, 200);
  });

  test('sign-ins, against one password tried on many accounts', async (t) => {
    const app = await startTestApp(t, { settings: { RATE_LIMIT: 'on' } });
    const { points } = rateLimits.loginAddress;
    await app.deps.limits.count('loginAddress', '127.0.0.1');
    await app.db.pool.query(`update rate_limits set points = ${points - 1} where key like 'loginAddress%'`);
    const signIn = (i: number) => app.call(accounts.login, { body: { email: `sprayed-${i}@example.com`, password } });
    assert.equal((await signIn(1)).status, 401);
    assert.equal((await signIn(2)).status, 429);
  });

  test('calls: per session with a valid token, per address with an invented one', async (t) => {
    const app = await startTestApp(t, { settings: { RATE_LIMIT: 'on' } });
    const { token } = await app.createUser();
    const other = await app.createUser();
    const { points } = rateLimits.call;
    for (let sent = 0; sent < points; sent += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => app.call(accounts.me, { token })));
      assert.ok(answers.every(({ status }) => status === 200));
    }
    assert.equal((await app.call(accounts.me, { token })).status, 429);
    assert.equal((await app.call(accounts.me, { token: other.token })).status, 200);

    const statuses = new Set<number>();
    for (let i = 0; i <= points; i += 1) {
      statuses.add((await app.call(accounts.me, { token: String(i).padStart(43, 'x') })).status);
    }
    assert.deepEqual([...statuses], [401, 429]);
    assert.equal((await app.call(accounts.me, { token: other.token })).status, 200);
  });
});
