import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import * as accounts from '@keepsake/contract/accounts/accounts';
import { linkIn } from '../../../test/mail-link.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { sql } from 'kysely';
import { allRows, firstRow } from '../../../test/statements.ts';

const password = 'seven green bicycles';
const registered = 'Registration successful! Please check your email to verify your account.';

function newcomer(email: string, more: object = {}) {
  return { name: 'Ilse Brandt', email, password, ...more };
}

describe('registering', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(undefined);
  });

  async function mailsTo(address: string, from = app) {
    await from.drain();
    return (await from.mails()).filter((mail) => mail.to?.[0]?.address === address);
  }

  test('end to end: register, mail, verify, sign in, read the profile', async () => {
    const email = 'whole.way@example.com';
    const body = newcomer(` ${email.toUpperCase()} `, { defaultLanguage: 'de', newsletterConsent: true });
    const answer = await app.call(accounts.register, { body });
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.data, { message: registered });

    const early = await app.call(accounts.login, { body: { email, password } });
    assert.equal(early.status, 403);
    assert.equal(early.error.error, 'Email not verified');
    assert.equal(early.error.code, 'email_not_verified');

    const [mail, ...others] = await mailsTo(email);
    assert.equal(others.length, 0);
    assert.equal(mail?.subject, 'Bitte bestätigen Sie Ihre E-Mail-Adresse');
    const verified = await app.call(accounts.verifyEmail, { query: linkIn(mail, '/verify-email') });
    assert.equal(verified.status, 200);

    const signedIn = await app.call(accounts.login, { body: { email, password } });
    assert.equal(signedIn.status, 200);
    const me = await app.call(accounts.me, { token: signedIn.data.token });
    const { id: _id, createdAt: _createdAt, lastLogin, ...rest } = me.data.user;
    assert.deepEqual(rest, {
      name: 'Ilse Brandt',
      email,
      role: 'User',
      defaultLanguage: 'de',
      newsletterConsent: true,
    });
    assert.ok(lastLogin);
    assert.equal(me.headers.get('cache-control'), 'no-store');
  });

  test('answers a repeated link with "already verified"', async () => {
    const email = 'again@example.com';
    await app.call(accounts.register, { body: newcomer(email) });
    const query = linkIn((await mailsTo(email))[0], '/verify-email');
    assert.equal((await app.call(accounts.verifyEmail, { query })).data.message, 'Email verified successfully');
    const repeated = await app.call(accounts.verifyEmail, { query });
    assert.equal(repeated.status, 200);
    assert.equal(repeated.data.message, 'Email already verified');
  });

  test('two clicks at once both find the address verified', async () => {
    const email = 'twice.at.once@example.com';
    await app.call(accounts.register, { body: newcomer(email) });
    const query = linkIn((await mailsTo(email))[0], '/verify-email');
    const answers = await Promise.all([1, 2, 3].map(() => app.call(accounts.verifyEmail, { query })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
  });

  test('a link verifies its own account only, and a made-up one none', async () => {
    const other = await app.createUser();
    await app.call(accounts.register, { body: newcomer('mine@example.com') });
    const mine = linkIn((await mailsTo('mine@example.com'))[0], '/verify-email');
    for (const query of [
      { ...mine, userId: other.id },
      { ...mine, token: 'A'.repeat(43) },
    ]) {
      const answer = await app.call(accounts.verifyEmail, { query });
      assert.equal(answer.status, 400);
      assert.equal(
        answer.error.error,
        'The verification link is invalid or has expired. Please try logging in or request a new verification email.',
      );
    }
  });

  test('a link expires after 24 hours, and another one can be requested', async (t) => {
    const email = 'late@example.com';
    await app.call(accounts.register, { body: newcomer(email) });
    const query = linkIn((await mailsTo(email))[0], '/verify-email');
    const settings = { CLOCK_OFFSET_MS: String(24 * 3_600_000 + 60_000) };
    const tomorrow = await startTestApp(t, { settings, databaseUrl: app.deps.config.DATABASE_URL });
    assert.equal((await tomorrow.call(accounts.verifyEmail, { query })).error.code, 'verification_link_invalid');
    const resent = await tomorrow.call(accounts.resendVerification, { body: { email } });
    assert.equal(resent.data.message, 'Verification email sent successfully. Please check your inbox.');
    const renewed = linkIn((await mailsTo(email, tomorrow))[0], '/verify-email');
    assert.equal((await tomorrow.call(accounts.verifyEmail, { query: renewed })).status, 200);
  });

  test('an address that is verified gets no second account and no change, but a mail that says so', async () => {
    const owner = await app.createUser({ email: 'owner@example.com', name: 'Owner' });
    const answer = await app.call(accounts.register, { body: newcomer(owner.email, { name: 'Somebody else' }) });
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.data, { message: registered });
    const mails = await mailsTo(owner.email);
    assert.deepEqual(
      mails.map((mail) => mail.subject),
      ['You already have an account'],
    );
    assert.equal((await app.call(accounts.me, { token: owner.token })).data.user.name, 'Owner');
    assert.equal((await app.call(accounts.login, { body: { email: owner.email, password } })).status, 401);
  });

  test('the role cannot be chosen', async () => {
    const email = 'climber@example.com';
    await app.call(accounts.register, { body: newcomer(email, { role: 'Admin', emailVerifiedAt: '2026-01-01' }) });
    const user = await firstRow(app.db, sql`select role, email_verified_at from users where email = ${email}`);
    assert.deepEqual(user, { role: 'User', emailVerifiedAt: null });
  });

  test('passwords and links are stored only as hashes', async () => {
    const email = 'hashed@example.com';
    await app.call(accounts.register, { body: newcomer(email) });
    const { token, userId } = linkIn((await mailsTo(email))[0], '/verify-email');
    const stored = JSON.stringify([
      await allRows(app.db, sql`select * from users where id = ${userId}`),
      await allRows(app.db, sql`select * from mails where user_id = ${userId}`),
      await allRows(app.db, sql`select encode(token_hash, 'escape') from account_tokens where user_id = ${userId}`),
    ]);
    assert.match(stored, /\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.ok(!stored.includes(password) && !stored.includes(token));
  });
});

describe('what registering, resending and forgetting reveal to a stranger', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(undefined);
    await app.createUser({ email: 'known@example.com' });
  });

  const questions = {
    register: (email: string) => app.call(accounts.register, { body: newcomer(email) }),
    resend: (email: string) => app.call(accounts.resendVerification, { body: { email } }),
    forgot: (email: string) => app.call(accounts.forgotPassword, { body: { email } }),
  };

  for (const [name, request] of Object.entries(questions)) {
    test(`${name}: an address with an account and one without get the same answer, and cause the same work`, async () => {
      const known = await request('known@example.com');
      const knownJobs = await jobsWaiting();
      const unknown = await request(`unknown-${name}@example.com`);
      assert.deepEqual([unknown.status, unknown.data], [known.status, known.data]);
      const names = (answer: typeof known) => [...answer.headers.keys()].toSorted();
      assert.deepEqual(names(unknown), names(known));
      assert.deepEqual(await jobsWaiting(), [...knownJobs, 'choose-account-mail']);
    });
  }

  test('sends no mail to an address without an account', async () => {
    await app.drain();
    const addresses = (await app.mails()).map((mail) => mail.to?.[0]?.address);
    assert.deepEqual(addresses.toSorted(), [
      'known@example.com',
      'known@example.com',
      'known@example.com',
      'unknown-register@example.com',
    ]);
  });

  async function jobsWaiting(): Promise<string[]> {
    const rows = await allRows<{ name: string }>(
      app.db,
      sql`select task_identifier as name from graphile_worker.jobs order by id`,
    );
    return rows.map(({ name }) => name);
  }
});
