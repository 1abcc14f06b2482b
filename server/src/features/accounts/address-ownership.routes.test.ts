import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import * as accounts from '@keepsake/contract/accounts/accounts';
import { linkIn } from '../../../test/mail-link.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { sql } from 'kysely';
import { firstRow } from '../../../test/statements.ts';
import { newToken } from '../../platform/ids.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { ensureAdmin } from './ensure-admin.ts';

const [password, strangers, chosen] = ['seven green bicycles', 'the hat of a stranger', 'an orchard after rain'];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(undefined);
  await app.startWorker();
});

const register = (email: string, given = password, more: object = {}) =>
  app.call(accounts.register, { body: { name: 'Ilse Brandt', email, password: given, ...more } });
const signIn = (email: string, given: string, more: object = {}) =>
  app.call(accounts.login, { body: { email, password: given, ...more } });

const called = ({ user: { name, newsletterConsent } }: { user: { name: string; newsletterConsent: boolean } }) => [
  name,
  newsletterConsent,
];

/** The first `count` mails to an address. */
async function mailsTo(email: string, count: number) {
  const own = async () => (await app.mails()).filter(({ to }) => to?.[0]?.address === email);
  await until(async () => (await own()).length >= count);
  return own();
}

/** The link in the newest of `count` mails. */
async function linkTo(email: string, count = 1, page: '/verify-email' | '/reset-password' = '/verify-email') {
  return linkIn((await mailsTo(email, count)).at(-1), page);
}

describe('an address that is registered again before it is verified', () => {
  for (const [name, first, second] of [
    ['by a stranger', password, strangers],
    ['by its owner, after a stranger', strangers, password],
  ] as const) {
    test(`${name}, keeps no password: its owner sets one by mail`, async () => {
      const email = `${name.replaceAll(/[ ,]+/g, '.')}@example.com`;
      await register(email, first, { newsletterConsent: true });
      const early = await linkTo(email);
      await register(email, second, { newsletterConsent: true });
      const link = await linkTo(email, 2, '/reset-password');
      assert.equal((await app.call(accounts.verifyEmail, { query: early })).error.code, 'verification_link_invalid');
      for (const given of [first, second]) assert.equal((await signIn(email, given)).status, 401);
      assert.equal((await app.call(accounts.resetPassword, { body: { ...link, newPassword: chosen } })).status, 200);
      for (const given of [first, second]) assert.equal((await signIn(email, given)).status, 401);
      const { data } = await signIn(email, chosen);
      assert.deepEqual(called(data), [email.split('@')[0], false], 'unknown who wrote the name and consented');
    });
  }

  test('with the same password stays as it was, and every link works', async () => {
    const email = 'forgetful@example.com';
    await register(email);
    await register(email);
    const [first] = await mailsTo(email, 2);
    assert.equal((await app.call(accounts.verifyEmail, { query: linkIn(first, '/verify-email') })).status, 200);
    assert.equal((await signIn(email, password)).status, 200);
  });

  test('a third time sends one more mail to set a password, and signs no one in', async () => {
    const email = 'third.time@example.com';
    for (const [i, given] of [password, strangers, 'the third one to come'].entries()) {
      await register(email, given);
      await mailsTo(email, i + 1);
    }
    const subjects = (await mailsTo(email, 3)).map(({ subject }) => subject);
    assert.deepEqual(subjects, ['Please verify your email address', 'Set your password', 'Set your password']);
    for (const given of [password, strangers, 'the third one to come'])
      assert.equal((await signIn(email, given)).status, 401);
  });
});

describe('the link of a verification mail', () => {
  const key = newToken();
  const verify = (link: { token: string; userId: string }, registrationKey?: string) =>
    app.call(accounts.verifyEmail, { query: { ...link, ...(registrationKey && { registrationKey }) } });
  const choose = (link: { token: string; userId: string }, newPassword = chosen) =>
    app.call(accounts.verifyEmailWithPassword, { body: { ...link, newPassword } });

  test('keeps the password in the browser that it was typed into', async () => {
    const email = 'same.browser@example.com';
    await register(email, password, { registrationKey: key });
    const link = await linkTo(email);
    assert.equal((await verify(link, key)).data.message, 'Email verified successfully');
    assert.equal((await verify(link, key)).data.message, 'Email already verified');
    assert.equal((await verify(link, newToken())).data.message, 'Email already verified');
    assert.equal((await signIn(email, password)).status, 200);
  });

  for (const [name, more] of [
    ['another browser', { registrationKey: newToken() }],
    ['no browser', {}],
  ] as const) {
    test(`requires a password where ${name} registered: the stranger’s does not survive`, async () => {
      const email = `${name.replace(' ', '.')}@example.com`;
      await register(email, strangers, { ...more, name: 'Win at evil.example', newsletterConsent: true });
      const link = await linkTo(email);
      const asked = await verify(link, key);
      assert.deepEqual([asked.status, asked.error.code], [409, 'password_needed']);
      assert.equal((await signIn(email, strangers)).error.code, 'email_not_verified');
      assert.match((await choose(link, 'password123')).error.fields?.['newPassword'] ?? '', /too common/);
      assert.equal((await choose(link)).data.message, 'Email verified successfully');
      assert.equal((await signIn(email, strangers)).status, 401);
      const { data } = await signIn(email, chosen);
      assert.deepEqual(called(data), [email.split('@')[0], false], 'nor name and consent');
    });
  }

  test('keeps name and consent in another browser if the password is that of the registration', async () => {
    const email = 'on.the.laptop@example.com';
    await register(email, password, { registrationKey: newToken(), newsletterConsent: true });
    const link = await linkTo(email);
    assert.equal((await verify(link, key)).error.code, 'password_needed');
    assert.equal((await choose(link, password)).status, 200);
    assert.deepEqual(called((await signIn(email, password)).data), ['Ilse Brandt', true]);
  });

  test('keeps the password in a browser that signed in with it before the address was verified', async () => {
    const email = 'on.the.phone@example.com';
    await register(email, password, { registrationKey: newToken() });
    assert.equal((await signIn(email, strangers, { registrationKey: newToken() })).error.code, 'login_failed');
    assert.equal((await signIn(email, password, { registrationKey: key })).error.code, 'email_not_verified');
    assert.equal((await verify(await linkTo(email), key)).status, 200);
    assert.equal((await signIn(email, password)).status, 200);
  });

  test('sets no password once the address is verified, and none of another account', async () => {
    const email = 'later@example.com';
    await register(email);
    await app.call(accounts.resendVerification, { body: { email } });
    const [first, second] = (await mailsTo(email, 2)).map((mail) => linkIn(mail, '/verify-email'));
    assert.ok(first && second);
    const other = await app.createUser();
    assert.equal((await choose({ ...first, userId: other.id })).error.code, 'verification_link_invalid');
    assert.equal((await verify(first)).status, 200);
    for (const link of [first, second])
      assert.equal((await choose(link, strangers)).error.code, 'verification_link_invalid');
    assert.equal((await signIn(email, password)).status, 200);
  });

  test('sets only one of two passwords that are sent at once', async () => {
    const email = 'at.once@example.com';
    await register(email);
    const link = await linkTo(email);
    const answers = await Promise.all([choose(link), choose(link, strangers)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
  });
});

describe('the link of a reset mail', () => {
  const reset = async (email: string) => {
    const earlier = (await mailsTo(email, 1)).length;
    await app.call(accounts.forgotPassword, { body: { email } });
    const body = { ...(await linkTo(email, earlier + 1, '/reset-password')), newPassword: chosen };
    assert.equal((await app.call(accounts.resetPassword, { body })).status, 200);
    return called((await signIn(email, chosen)).data);
  };

  test('drops name and consent of who registered, unless the address was verified', async () => {
    const [email, verified] = ['mailbox.owner@example.com', 'proved.before@example.com'];
    await register(email, strangers, { name: 'Win at evil.example', newsletterConsent: true });
    assert.deepEqual(await reset(email), ['mailbox.owner', false]);
    await register(verified, password, { newsletterConsent: true });
    await app.call(accounts.verifyEmail, { query: await linkTo(verified) });
    assert.deepEqual(await reset(verified), ['Ilse Brandt', true]);
  });
});

describe('an account that becomes an administrator before its address is verified', () => {
  test('drops what the registrant set: its owner sets a password by mail', async () => {
    const email = 'boss@example.com';
    await register(email, strangers, { name: 'Win at evil.example', newsletterConsent: true });
    const early = await linkTo(email);
    await app.call(accounts.forgotPassword, { body: { email } });
    const reset = await linkTo(email, 2, '/reset-password');
    assert.deepEqual(await ensureAdmin(app.deps, ' BOSS@example.com'), {
      userId: early.userId,
      hasPassword: false,
    });
    assert.equal((await app.call(accounts.verifyEmail, { query: early })).error.code, 'verification_link_invalid');
    const body = { ...reset, newPassword: strangers };
    assert.equal((await app.call(accounts.resetPassword, { body })).error.code, 'reset_link_invalid');
    assert.equal((await signIn(email, strangers)).status, 401);

    const mail = (await mailsTo(email, 3)).at(-1);
    assert.equal(mail?.subject, 'Set your password');
    const set = { ...linkIn(mail, '/reset-password'), newPassword: chosen };
    assert.equal((await app.call(accounts.resetPassword, { body: set })).status, 200);
    const { data } = await signIn(email, chosen);
    assert.deepEqual([data.user.role, data.user.name, data.user.newsletterConsent], ['Admin', 'boss', false]);
    await register(email, strangers);
    assert.equal((await signIn(email, chosen)).status, 200);
  });

  test('and its link, if it is still waiting to be sent, is not sent', async (t) => {
    const idle = await startTestApp(t);
    const body = { name: 'Ilse Brandt', email: 'chief@example.com', password: strangers };
    await idle.call(accounts.register, { body });
    const user = await firstRow<{ id: string }>(idle.db, sql`select id from users`);
    await queueMail(idle.db, { kind: 'verify-email', userId: user?.id ?? '' });
    await ensureAdmin(idle.deps, body.email);
    await idle.drain();
    assert.deepEqual([...new Set((await idle.mails()).map(({ subject }) => subject))], ['Set your password']);
  });
});
