import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import * as accounts from '@keepsake/contract/accounts/accounts';
import { linkIn } from '../../../test/mail-link.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../test/harness.ts';
import { adminPassword as password, createAdmin, enrol } from '../../../test/totp.ts';
import { sql } from 'kysely';
import { runStatement } from '../../../test/statements.ts';
import { rateLimits, type RateLimitName } from '../../platform/rate-limits.ts';

const newPassword = 'an orchard after rain';
const [home, away] = ['198.51.100.7', '203.0.113.9'];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(undefined, { settings: { RATE_LIMIT: 'on', TRUST_PROXY: 'on' } });
});

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const signIn = async (user: { email: string }, given: string, address: string) =>
  (await app.call(accounts.login, { body: { email: user.email, password: given }, ...from(address) })).status;

async function guessTenTimes(user: { email: string }, address = away): Promise<void> {
  for (let i = 0; i < 10; i += 1) await signIn(user, `guess ${i}`, address);
}

/** Uses up a limit except for one attempt. */
async function nearlyUseUp(name: RateLimitName, attempt: () => Promise<unknown>): Promise<void> {
  await runStatement(app.db, sql`delete from rate_limits where key like ${`${name}:%`}`);
  await attempt();
  await runStatement(
    app.db,
    sql`update rate_limits set points = ${rateLimits[name].points - 1} where key like ${`${name}:%`}`,
  );
}

describe('a stranger’s guesses', () => {
  test('lock the stranger out, but not the owner in another network', async () => {
    const user = await createAdmin(app);
    await guessTenTimes(user);
    assert.deepEqual([await signIn(user, password, away), await signIn(user, password, home)], [429, 200]);
    assert.equal(await signIn(user, password, away), 429, 'a sign-in elsewhere does not give them ten more');
  });

  test('from all addresses of one network count together', async () => {
    const user = await createAdmin(app);
    for (let i = 0; i < 10; i += 1) await signIn(user, 'a guess', `2001:db8:1:2::${i}`);
    assert.equal(await signIn(user, password, '2001:db8:1:2:ffff::1'), 429);
    assert.equal(await signIn(user, password, '2001:db8:1:3::1'), 200);
  });

  test('block neither reset mails nor password confirmations of signed-in users', async () => {
    const user = await createAdmin(app);
    await guessTenTimes(user);
    const name = 'A stranger';
    for (let i = 0; i < 7; i += 1) await app.call(accounts.register, { body: { name, email: user.email, password } });
    assert.equal((await app.call(accounts.forgotPassword, { body: { email: user.email } })).status, 200);
    const body = { currentPassword: password, newPassword };
    assert.equal((await app.call(accounts.updateProfile, { token: user.token, body })).status, 200);
    assert.equal(await signIn(user, newPassword, home), 200);
  });

  test('from many networks block networks that are new to the account, not known ones', async () => {
    const user = await createAdmin(app);
    assert.equal(await signIn(user, password, home), 200);
    await nearlyUseUp('loginElsewhere', () => signIn(user, 'a guess', '192.0.2.1'));
    assert.deepEqual(
      [await signIn(user, 'a guess', '192.0.2.2'), await signIn(user, 'a guess', '192.0.2.3')],
      [401, 429],
    );
    assert.equal(await signIn(user, password, '192.0.2.4'), 429);
    assert.equal(await signIn(user, password, home), 200);
  });

  test('are refused in the same way if there is no account', async () => {
    const nobody = { email: 'guessed.nobody@example.com' };
    await nearlyUseUp('loginElsewhere', () => signIn(nobody, 'a guess', '192.0.2.1'));
    assert.deepEqual(
      [await signIn(nobody, 'a guess', '192.0.2.2'), await signIn(nobody, 'a guess', '192.0.2.3')],
      [401, 429],
    );
  });

  test('a reset by mail unblocks the network in which the owner makes it', async () => {
    const user = await createAdmin(app);
    await nearlyUseUp('loginElsewhere', () => signIn(user, 'a guess', '192.0.2.1'));
    await guessTenTimes(user, home);
    assert.equal(await signIn(user, password, home), 429);
    await app.call(accounts.forgotPassword, { body: { email: user.email } });
    await app.drain();
    const mail = (await app.mails()).findLast(({ to }) => to?.[0]?.address === user.email);
    const body = { ...linkIn(mail, '/reset-password'), newPassword };
    assert.equal((await app.call(accounts.resetPassword, { body, ...from(home) })).status, 200);
    assert.deepEqual([await signIn(user, newPassword, home), await signIn(user, newPassword, '192.0.2.4')], [200, 429]);
  });
});

describe('guesses by somebody with a session or the password', () => {
  test('of a password in an open session are limited to ten, separately from sign-ins', async () => {
    const user = await createAdmin(app);
    const prove = async (given: string) => {
      const body = { currentPassword: given, newPassword };
      return (await app.call(accounts.updateProfile, { token: user.token, body })).status;
    };
    const statuses = [];
    for (let i = 0; i < 10; i += 1) statuses.push(await prove(`guess ${i}`));
    assert.deepEqual(statuses, Array<number>(10).fill(403));
    assert.equal(await prove(password), 429);
    assert.equal(await signIn(user, password, home), 200);
  });

  test('of a code with the correct password are limited to ten from all networks together', async () => {
    const user: TestUser = await createAdmin(app);
    const { recoveryCodes } = await enrol(app, user);
    const withCode = async (totpCode: string, address: string) => {
      const body = { email: user.email, password, totpCode };
      return (await app.call(accounts.login, { body, ...from(address) })).status;
    };
    const statuses = [];
    for (let i = 0; i < 10; i += 1) statuses.push(await withCode('000000', `192.0.2.${i}`));
    assert.deepEqual(statuses, Array<number>(10).fill(403));
    assert.equal(await withCode(recoveryCodes[0] ?? '', home), 429);
  });
});
