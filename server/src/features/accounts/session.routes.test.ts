import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import * as accounts from '@keepsake/contract/accounts/accounts';
import { listNotificationConfigs } from '@keepsake/contract/admin/notifications';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { sha256 } from '../../platform/ids.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(undefined);
});

const status = async (token: string | undefined, through = app) => (await through.call(accounts.me, { token })).status;

describe('a session', () => {
  test('ends at sign-out, and no other one does', async () => {
    const user = await app.createUser();
    const other = await app.createUser();
    assert.equal((await app.call(accounts.logout, { token: user.token })).status, 200);
    assert.equal(await status(user.token), 401);
    assert.equal(await status(other.token), 200);
    assert.equal((await app.call(accounts.logout, { token: user.token })).status, 401);
  });

  for (const [role, idle, absolute] of [
    ['User', 7 * day, 30 * day],
    ['Admin', hour, 12 * hour],
  ] as const) {
    test(`of a ${role} lasts ${idle / hour} idle hours`, async (t) => {
      const { token } = await app.createUser({ role });
      const before = await shifted(t, idle - minute);
      const after = await shifted(t, idle + minute);
      assert.equal(await status(token, after), 401);
      assert.equal(await status(token, before), 200);
      // The use a moment ago counts.
      assert.equal(await status(token, after), 200);
    });

    test(`of a ${role} lasts ${absolute / hour} hours in all, however much it is used`, async () => {
      const { token } = await app.createUser({ role });
      await age(token, { created: absolute - minute, used: minute / 2 });
      assert.equal(await status(token), 200);
      await age(token, { created: absolute + minute, used: minute / 2 });
      assert.equal(await status(token), 401);
    });
  }

  test('records its use at most once a minute, and every day on which it is used', async () => {
    const { id, token } = await app.createUser();
    const noted = async () =>
      (
        await firstRow<{ ms: number }>(
          app.db,
          sql`
        select (extract(epoch from app_now() - last_used_at) * 1000)::float8 as ms from sessions where token_hash = ${sha256(token)}`,
        )
      )?.ms ?? NaN;
    await age(token, { created: hour, used: minute / 2 });
    await status(token);
    assert.ok((await noted()) >= minute / 2);
    await age(token, { created: hour, used: minute * 1.5 });
    await status(token);
    assert.ok((await noted()) < minute / 2);
    const days = await allRows(app.db, sql`select day from user_activity where user_id = ${id}`);
    assert.equal(days.length, 1);
  });

  test('needs its complete token', async () => {
    const { token } = await app.createUser();
    const headers = [
      {},
      { authorization: token },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer ${token.slice(0, -1)}` },
      { authorization: `Bearer ${token}A` },
      { authorization: `Bearer ${'A'.repeat(43)}` },
      { authorization: 'Bearer ' },
    ];
    for (const header of headers) {
      const answer = await app.call(accounts.me, { headers: header });
      assert.equal(answer.status, 401, JSON.stringify(header));
      assert.deepEqual(answer.error, { error: 'Please sign in.', code: 'not_signed_in' });
    }
    const inAddress = await fetch(`${app.url}/api/auth/me?token=${token}`);
    assert.equal(inAddress.status, 401);
  });

  test('is deleted by the sweep after the longest lifetime', async () => {
    const { sweepAccountsJob } = await import('./sweep-accounts.job.ts');
    const [ended, alive] = [await app.createUser(), await app.createUser()];
    await age(ended.token, { created: 31 * day, used: 0 });
    await sweepAccountsJob.run({}, app.deps, { signal: AbortSignal.timeout(10_000), attempt: 1 });
    const left = await allRows<{ userId: string }>(
      app.db,
      sql`
      select user_id from sessions where user_id = any(${[ended.id, alive.id]}::uuid[])`,
    );
    assert.deepEqual(left, [{ userId: alive.id }]);
  });
});

describe('a role', () => {
  test('opens the administrators’ calls, and counts from the next request', async () => {
    const { id, token } = await app.createUser();
    const request = async () => (await app.call(listNotificationConfigs, { token })).status;
    assert.equal(await request(), 403);
    await runStatement(app.db, sql`update users set role = 'Admin' where id = ${id}`);
    assert.equal(await request(), 200);
    await runStatement(app.db, sql`update users set role = 'User' where id = ${id}`);
    assert.equal(await request(), 403);
    assert.equal((await app.call(listNotificationConfigs)).status, 401);
  });

  test('shortens a session that has become an administrator’s', async () => {
    const { id, token } = await app.createUser();
    await age(token, { created: day, used: minute });
    assert.equal(await status(token), 200);
    await runStatement(app.db, sql`update users set role = 'Admin' where id = ${id}`);
    assert.equal(await status(token), 401);
  });
});

function shifted(t: Parameters<typeof startTestApp>[0], ms: number): Promise<TestApp> {
  return startTestApp(t, { settings: { CLOCK_OFFSET_MS: String(ms) }, databaseUrl: app.deps.config.DATABASE_URL });
}

async function age(token: string, ms: { created: number; used: number }): Promise<void> {
  await runStatement(
    app.db,
    sql`
    update sessions set created_at = app_now() - ${ms.created}::bigint * interval '1 millisecond',
      last_used_at = app_now() - ${ms.used}::bigint * interval '1 millisecond'
    where token_hash = ${sha256(token)}`,
  );
}
