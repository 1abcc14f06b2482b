import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import * as accounts from '@keepsake/contract/accounts/accounts';
import { linkIn } from '../../../../test/mail-link.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../../test/harness.ts';
import { sql } from 'kysely';
import { runStatement } from '../../../../test/statements.ts';
import { hashPassword } from './password-hash.ts';

const oldPassword = 'the clock of the station';
const newPassword = 'an orchard after rain';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(undefined);
});

async function withPassword(): Promise<TestUser> {
  const user = await app.createUser();
  await runStatement(
    app.db,
    sql`update users set password_hash = ${await hashPassword(oldPassword)} where id = ${user.id}`,
  );
  return user;
}

async function mailsTo(user: TestUser, from = app) {
  await from.drain();
  return (await from.mails()).filter((mail) => mail.to?.[0]?.address === user.email);
}

async function signIn(user: TestUser, password: string) {
  return app.call(accounts.login, { body: { email: user.email, password } });
}

async function isSignedIn(token: string): Promise<boolean> {
  const { status } = await app.call(accounts.me, { token });
  assert.ok(status === 200 || status === 401);
  return status === 200;
}

async function resetLink(user: TestUser) {
  const answer = await app.call(accounts.forgotPassword, { body: { email: user.email } });
  assert.equal(answer.status, 200);
  return linkIn((await mailsTo(user)).at(-1), '/reset-password');
}

function reset(link: { token: string; userId: string }, password = newPassword, through = app) {
  return through.call(accounts.resetPassword, { body: { ...link, newPassword: password } });
}

describe('a forgotten password', () => {
  test('is replaced by the link of the mail, which ends every session and notifies the owner', async () => {
    const user = await withPassword();
    const { token } = (await signIn(user, oldPassword)).data;
    const answer = await reset(await resetLink(user));
    assert.equal(answer.status, 200);
    assert.deepEqual(await Promise.all([user.token, token].map(isSignedIn)), [false, false]);
    assert.equal((await signIn(user, oldPassword)).status, 401);
    assert.equal((await signIn(user, newPassword)).status, 200);
    assert.equal((await mailsTo(user)).at(-1)?.subject, 'Your password has been changed');
  });

  test('can be reset once with a link, and by one of two at once', async () => {
    const user = await withPassword();
    const link = await resetLink(user);
    const answers = await Promise.all([reset(link), reset(link, 'another new password')]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
    const repeated = await reset(link);
    assert.equal(repeated.status, 400);
    assert.equal(repeated.error.error, 'This password reset link is invalid or has expired.');
  });

  test('can be reset within an hour', async (t) => {
    const user = await withPassword();
    const link = await resetLink(user);
    const settings = { CLOCK_OFFSET_MS: String(3_600_000 + 5_000) };
    const later = await startTestApp(t, { settings, databaseUrl: app.deps.config.DATABASE_URL });
    assert.equal((await reset(link, newPassword, later)).error.code, 'reset_link_invalid');
    assert.equal((await reset(link)).status, 200);
  });

  test('voids the other requested links', async () => {
    const user = await withPassword();
    const [first, second] = [await resetLink(user), await resetLink(user)];
    assert.equal((await reset(second)).status, 200);
    assert.equal((await reset(first, 'yet another password')).status, 400);
  });

  test('is set for the account of the link only', async () => {
    const [user, other] = [await withPassword(), await withPassword()];
    const link = await resetLink(user);
    assert.equal((await reset({ ...link, userId: other.id })).error.code, 'reset_link_invalid');
    assert.equal((await signIn(other, oldPassword)).status, 200);
  });

  test('verifies the address that the mail reached', async () => {
    const user = await withPassword();
    await runStatement(app.db, sql`update users set email_verified_at = null where id = ${user.id}`);
    await reset(await resetLink(user));
    assert.equal((await signIn(user, newPassword)).status, 200);
  });

  test('a weak new password is refused and leaves the link good', async () => {
    const user = await withPassword();
    const link = await resetLink(user);
    const weak = await reset(link, 'password123');
    assert.equal(weak.status, 400);
    assert.match(weak.error.fields?.['newPassword'] ?? '', /too common/);
    assert.equal((await reset(link)).status, 200);
  });

  test('a link to verify an address sets no password', async () => {
    const user = await withPassword();
    await runStatement(app.db, sql`update users set email_verified_at = null where id = ${user.id}`);
    await app.call(accounts.resendVerification, { body: { email: user.email } });
    const link = linkIn((await mailsTo(user)).at(-1), '/verify-email');
    assert.equal((await reset(link)).error.code, 'reset_link_invalid');
  });
});

describe('changing a password', () => {
  const change = (token: string, currentPassword: string, next = newPassword) =>
    app.call(accounts.updateProfile, { token, body: { currentPassword, newPassword: next } });

  test('requires the current one, ends all sessions and returns a new token', async () => {
    const user = await withPassword();
    const other = (await signIn(user, oldPassword)).data.token;
    const wrong = await change(user.token, 'not this one');
    assert.equal(wrong.status, 403);
    assert.equal(wrong.error.code, 'password_wrong');
    assert.deepEqual(wrong.error.fields, { currentPassword: 'This password is not correct.' });
    assert.ok(await isSignedIn(user.token));

    const answer = await change(user.token, oldPassword);
    assert.equal(answer.status, 200);
    assert.equal(answer.data.user.id, user.id);
    const tokens = [user.token, other, answer.data.token ?? ''];
    assert.deepEqual(await Promise.all(tokens.map(isSignedIn)), [false, false, true]);
    assert.equal((await signIn(user, oldPassword)).status, 401);
    assert.equal((await signIn(user, newPassword)).status, 200);
    assert.deepEqual(
      (await mailsTo(user)).map((mail) => mail.subject),
      ['Your password has been changed'],
    );
  });

  test('revokes reset links', async () => {
    const user = await withPassword();
    const link = await resetLink(user);
    await change(user.token, oldPassword);
    assert.equal((await reset(link, 'yet another password')).status, 400);
  });

  test('of two at once one wins, and its token is the one that works', async () => {
    const user = await withPassword();
    const answers = await Promise.all([
      change(user.token, oldPassword, 'the first new password'),
      change(user.token, oldPassword, 'the second new password'),
    ]);
    const won = answers.filter(({ status }) => status === 200);
    assert.equal(won.length, 1);
    assert.ok(await isSignedIn(won[0]?.data.token ?? ''));
  });

  for (const [given, text] of [
    ['Password1', /too common/],
    ['KEEPSAKE of mine', /name of this service/],
    ['ada.kovács.1990', /your name/],
    ['short', /at least 8 characters/],
    ['x'.repeat(257), /at most 256 characters/],
  ] as const) {
    test(`is refused with the reason: “${given.slice(0, 20)}”`, async () => {
      const user = await withPassword();
      const answer = await change(user.token, oldPassword, given);
      assert.equal(answer.status, 400);
      assert.match(answer.error.fields?.['newPassword'] ?? '', text);
      assert.ok(await isSignedIn(user.token));
    });
  }
});
