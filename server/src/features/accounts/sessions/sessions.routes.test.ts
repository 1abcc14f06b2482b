import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { login, me, updateProfile } from '@keepsake/contract/accounts/accounts';
import { endOtherSessions, endSession, listSessions } from '@keepsake/contract/accounts/sessions';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { newId, sha256 } from '../../../platform/ids.ts';
import { sql } from 'kysely';
import { runStatement } from '../../../../test/statements.ts';
import { hashPassword } from '../passwords/password-hash.ts';

const app = await startTestApp(undefined);
const password = 'a lamp on the pier';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function customer(): Promise<TestUser> {
  const user = await app.createUser();
  await runStatement(
    app.db,
    sql`update users set password_hash = ${await hashPassword(password)} where id = ${user.id}`,
  );
  return user;
}

async function signIn({ email }: TestUser, userAgent = firefox): Promise<string> {
  const headers = { 'user-agent': userAgent };
  const { data } = await app.call(login, { body: { email, password }, headers });
  return data.token;
}

const list = async (token: string, through = app) => (await through.call(listSessions, { token })).data.sessions;
const status = async (token: string) => (await app.call(me, { token })).status;

describe('one’s own sessions', () => {
  test('are listed with what they were opened by, this one first, and reveal no token', async () => {
    const user = await customer();
    const [older, token] = [await signIn(user, 'curl/8.5.0'), await signIn(user)];
    const sessions = await list(token);
    assert.deepEqual(
      sessions.map(({ device, isCurrent }) => [device, isCurrent]).toSorted(),
      [
        [null, false],
        [null, false],
        ['Firefox, Windows', true],
      ].toSorted(),
    );
    assert.equal(sessions[0]?.isCurrent, true);
    assert.equal((await list(older))[0]?.device, null, 'the other one is first where it requests the list');
    assert.deepEqual(Object.keys(sessions[0] ?? {}).toSorted(), [
      'createdAt',
      'device',
      'id',
      'isCurrent',
      'lastUsedAt',
    ]);
    const text = JSON.stringify(sessions);
    assert.ok(!text.includes(token) && !text.includes(sha256(token).toString('hex')));
    assert.equal((await app.call(listSessions)).status, 401);
  });

  test('end one by one, at once, and only by their owner', async () => {
    const [user, stranger] = [await customer(), await app.createUser()];
    const [token, lost] = [await signIn(user), await signIn(user)];
    const id = (await list(lost))[0]?.id ?? '';
    const end = (by: string, which: string) => app.call(endSession, { token: by, params: { id: which } });
    assert.equal((await end(stranger.token, id)).status, 404);
    assert.equal(await status(lost), 200);
    assert.equal((await end(token, id)).status, 200);
    assert.equal(await status(lost), 401);
    assert.equal((await end(token, id)).status, 404);
    assert.equal((await end(token, newId())).status, 404);
    assert.equal(await status(token), 200);
  });

  test('end all but this one', async () => {
    const [user, stranger] = [await customer(), await app.createUser()];
    const [token, other] = [await signIn(user), await signIn(user)];
    const { data } = await app.call(endOtherSessions, { token });
    assert.equal(data.ended, 2);
    assert.deepEqual([await status(token), await status(other), await status(user.token)], [200, 401, 401]);
    assert.equal(await status(stranger.token), 200);
    assert.equal((await list(token)).length, 1);
  });

  test('that have ended by themselves are not listed, and a changed password keeps the browser’s name', async () => {
    const user = await customer();
    await runStatement(
      app.db,
      sql`
      update sessions set last_used_at = app_now() - interval '8 days', created_at = app_now() - interval '9 days'
      where token_hash = ${sha256(user.token)}`,
    );
    const token = await signIn(user);
    assert.equal((await list(token)).length, 1);
    const body = { currentPassword: password, newPassword: 'seven green boats' };
    const changed = await app.call(updateProfile, { token, body });
    assert.deepEqual(
      (await list(changed.data.token ?? '')).map(({ device }) => device),
      ['Firefox, Windows'],
    );
    const admin = await app.createUser({ role: 'Admin' });
    await runStatement(
      app.db,
      sql`
      insert into sessions (token_hash, user_id, created_at, last_used_at)
      values (${sha256(newId())}, ${admin.id}, app_now() - interval '2 hours', app_now() - interval '61 minutes')`,
    );
    assert.equal((await list(admin.token)).length, 1, 'an administrator’s end sooner');
  });
});
