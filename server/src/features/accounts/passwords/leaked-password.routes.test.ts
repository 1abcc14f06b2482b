import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import * as accounts from '@keepsake/contract/accounts/accounts';
import * as totp from '@keepsake/contract/accounts/totp';
import { linkIn } from '../../../../test/mail-link.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../../test/harness.ts';
import { adminPassword as password, createAdmin, enrol, phoneWith } from '../../../../test/totp.ts';
import { until } from '../../../../test/until.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/db.ts';
import { allRows, firstRow, runStatement } from '../../../../test/statements.ts';
import { hashPassword } from './password-hash.ts';

const newPassword = 'a boat in the reeds';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(undefined);
});

const signIn = (user: TestUser, given = password) =>
  app.call(accounts.login, { body: { email: user.email, password: given } });

/** Statements that wait for a lock of this database. */
async function waiting(): Promise<number> {
  const row = await firstRow<{ count: number }>(
    app.db,
    sql`
    select count(*) as count from pg_locks where not granted and pid in (
      select pid from pg_stat_activity where datname = current_database())`,
  );
  return row?.count ?? 0;
}

/** Runs an action up to its transaction, changes the account meanwhile, and lets the action continue. */
async function overtaken<T>(
  user: TestUser,
  action: () => Promise<T>,
  change: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  const running = await app.db.transaction().execute(async (tx) => {
    await runStatement(tx, sql`select 1 from users where id = ${user.id} for update`);
    const begun = action();
    await until(async () => (await waiting()) > 0);
    await change(tx);
    return { begun };
  });
  return running.begun;
}

async function changePassword(tx: Tx, user: TestUser): Promise<void> {
  await runStatement(
    tx,
    sql`update users set password_hash = ${await hashPassword(newPassword)} where id = ${user.id}`,
  );
  await runStatement(tx, sql`delete from sessions where user_id = ${user.id}`);
}

describe('a request that began with a password is refused if it is changed meanwhile', () => {
  test('a sign-in: it leaves no session', async () => {
    const user = await createAdmin(app);
    const answer = await overtaken(
      user,
      () => signIn(user),
      (tx) => changePassword(tx, user),
    );
    assert.deepEqual([answer.status, answer.error.code], [401, 'login_failed']);
    assert.deepEqual(await allRows(app.db, sql`select 1 from sessions where user_id = ${user.id}`), []);
  });

  const proofs: Record<string, (token: string) => Promise<{ status: number; error: { code: string } }>> = {
    'a change of the password': (token: string) =>
      app.call(accounts.updateProfile, {
        token,
        body: { currentPassword: password, newPassword: 'a kite in the hall' },
      }),
    'a deletion of the account': (token: string) => app.call(accounts.deleteAccount, { token, body: { password } }),
    'a new authenticator app': (token: string) => app.call(totp.beginTotp, { token, body: { password } }),
  };
  for (const [name, act] of Object.entries(proofs)) {
    test(name, async () => {
      const [user] = [await createAdmin(app), await createAdmin(app)];
      const answer = await overtaken(
        user,
        () => act(user.token),
        (tx) => changePassword(tx, user),
      );
      assert.deepEqual([answer.status, answer.error.code], [403, 'password_wrong']);
      assert.equal((await signIn(user, newPassword)).status, 200);
      assert.deepEqual(await allRows(app.db, sql`select 1 from totp_secrets where user_id = ${user.id}`), []);
    });
  }

  const twoSteps = { 'new recovery codes': totp.renewRecoveryCodes, 'turning the second step off': totp.disableTotp };
  for (const [name, endpoint] of Object.entries(twoSteps)) {
    test(name, async () => {
      const user = await createAdmin(app);
      const { recoveryCodes } = await enrol(app, user);
      const body = { password, totpCode: recoveryCodes[0] };
      const answer = await overtaken(
        user,
        () => app.call(endpoint, { token: user.token, body }),
        (tx) => changePassword(tx, user),
      );
      assert.deepEqual([answer.status, answer.error.code], [403, 'password_wrong']);
      const kept = await firstRow(
        app.db,
        sql`
        select count(*) as left from recovery_codes where user_id = ${user.id} and used_at is null`,
      );
      assert.deepEqual(kept, { left: 10 });
    });
  }

  test('a sign-in with a password that was only rehashed succeeds', async () => {
    const user = await createAdmin(app);
    const answer = await overtaken(
      user,
      () => signIn(user),
      async (tx) =>
        runStatement(tx, sql`update users set password_hash = ${await hashPassword(password)} where id = ${user.id}`),
    );
    assert.equal(answer.status, 200);
  });

  test('a sign-in without a code, if the second step is turned on meanwhile', async () => {
    const user = await createAdmin(app);
    const answer = await overtaken(
      user,
      () => signIn(user),
      (tx) => runStatement(tx, sql`update users set totp_since = app_now() where id = ${user.id}`),
    );
    assert.equal(answer.error.code, 'totp_required');
  });
});

test('a change of the password answers with the language that was saved meanwhile', async () => {
  const user = await createAdmin(app);
  const answer = await overtaken(
    user,
    () => app.call(accounts.updateProfile, { token: user.token, body: { currentPassword: password, newPassword } }),
    (tx) => runStatement(tx, sql`update users set default_language = 'hu' where id = ${user.id}`),
  );
  assert.deepEqual([answer.status, answer.data.user.defaultLanguage], [200, 'hu']);
});

describe('a change of the password waits for sign-ins with the old one, and ends their sessions', () => {
  const ways = {
    change: async (user: TestUser) => {
      const body = { currentPassword: password, newPassword };
      return () => app.call(accounts.updateProfile, { token: user.token, body });
    },
    reset: async (user: TestUser) => {
      await app.call(accounts.forgotPassword, { body: { email: user.email } });
      await app.drain();
      const mail = (await app.mails()).findLast(({ to }) => to?.[0]?.address === user.email);
      const body = { ...linkIn(mail, '/reset-password'), newPassword };
      return () => app.call(accounts.resetPassword, { body });
    },
  };
  for (const [name, prepare] of Object.entries(ways)) {
    test(name, async () => {
      const user = await createAdmin(app);
      const act = await prepare(user);
      let settled = false;
      const { entering, changing } = await app.db.transaction().execute(async (tx) => {
        // Blocks the sign-in after it has passed every check.
        await runStatement(tx, sql`lock table user_activity in share mode`);
        const begun = signIn(user);
        await until(async () => (await waiting()) > 0);
        const change = act().finally(() => (settled = true));
        await until(async () => settled || (await waiting()) > 1);
        return { entering: begun, changing: change };
      });
      assert.equal((await changing).status, 200);
      const { token } = (await entering).data;
      assert.equal((await app.call(accounts.me, { token })).status, 401);
    });
  }
});

describe('a password change ends what was started with the old one', () => {
  test('an authenticator app that was not confirmed', async () => {
    const user = await createAdmin(app);
    const { secret } = (await app.call(totp.beginTotp, { token: user.token, body: { password } })).data;
    const changed = await app.call(accounts.updateProfile, {
      token: user.token,
      body: { currentPassword: password, newPassword },
    });
    const { token = '' } = changed.data;
    const totpCode = phoneWith(secret).code(app);
    const confirmed = await app.call(totp.confirmTotp, { token, body: { totpCode } });
    assert.equal(confirmed.error.code, 'totp_wrong');
  });

  test('its confirmation by a session that ends meanwhile', async () => {
    const user = await createAdmin(app);
    const { secret } = (await app.call(totp.beginTotp, { token: user.token, body: { password } })).data;
    const answer = await overtaken(
      user,
      () => app.call(totp.confirmTotp, { token: user.token, body: { totpCode: phoneWith(secret).code(app) } }),
      (tx) => runStatement(tx, sql`delete from sessions where user_id = ${user.id}`),
    );
    assert.equal(answer.error.code, 'not_signed_in');
    assert.equal((await signIn(user)).status, 200, 'the second step is not on');
  });

  test('two resets by two links at once: one of them counts', async () => {
    const user = await createAdmin(app);
    for (let i = 0; i < 2; i += 1) await app.call(accounts.forgotPassword, { body: { email: user.email } });
    await app.drain();
    const mails = (await app.mails()).filter(({ to }) => to?.[0]?.address === user.email);
    const links = mails.map((mail) => linkIn(mail, '/reset-password'));
    const answers = await Promise.all(
      links.map((link) => app.call(accounts.resetPassword, { body: { ...link, newPassword } })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
  });
});
