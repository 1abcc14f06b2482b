import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { deleteAccount, login, me } from '@keepsake/contract/accounts/accounts';
import { api } from '@keepsake/contract/api';
import { exportUsers, listUsers, setRole, signOutUser, userSorts } from '@keepsake/contract/accounts/users';
import { startTestApp, type TestApp, type TestUser } from '../../../../test/harness.ts';
import { adminPassword, createAdmin, enrol } from '../../../../test/totp.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../../test/statements.ts';

const give = (app: TestApp, by: TestUser, id: string, role: 'User' | 'Admin') =>
  app.call(setRole, { token: by.token, params: { id }, body: { role } });

describe('the list of users', () => {
  test('contains no secrets', async (t) => {
    const { call, createUser } = await startTestApp(t);
    const { token, email } = await createUser({ role: 'Admin' });
    const page = (await call(listUsers, { token })).data;
    assert.deepEqual(Object.keys(page.data[0] ?? {}).toSorted(), [
      'createdAt',
      'disabled',
      'email',
      'id',
      'lastLogin',
      'name',
      'role',
      'totp',
      'verified',
    ]);
    assert.deepEqual([page.data[0]?.email, page.data[0]?.lastLogin, page.data[0]?.totp], [email, null, false]);
  });

  test('is searched by name and address, in pages, with wildcards taken literally', async (t) => {
    const app = await startTestApp(t);
    const { token } = await app.createUser({ role: 'Admin', name: 'Zoe Chef' });
    for (const n of [1, 2, 3]) await app.createUser({ name: `Ödön Kis ${n}`, email: `kis-${n}@example.com` });
    await app.createUser({ name: '100 % Anna', email: 'anna_b@example.com' });
    const found = async (search: string, page = 1) => {
      const { data, total } = (await app.call(listUsers, { token, query: { search, page, limit: 2 } })).data;
      return [total, data.map(({ name }) => name)];
    };
    assert.deepEqual(await found('ödön'), [3, ['Ödön Kis 3', 'Ödön Kis 2']]);
    assert.deepEqual(await found('ödön', 2), [3, ['Ödön Kis 1']]);
    assert.deepEqual(await found('KIS-2@'), [1, ['Ödön Kis 2']]);
    assert.deepEqual(await found('%'), [1, ['100 % Anna']]);
    assert.deepEqual(await found('a_b'), [1, ['100 % Anna']]);
    assert.deepEqual(await found('nobody'), [0, []]);
    for (const [name, ...searches] of [
      ['ÖDÖN NAGY', 'ödön nagy', 'ODON N', 'Ödön Nagy'],
      ['İlhan Işık', 'ilhan ışık', 'ILHAN ISIK', 'İLHAN IŞIK'],
      ['Grete GROẞE Straße', 'große strasse', 'GROSSE STRASSE', 'groẞe'],
      ['Zoe\u0308 Ἀσπασίας', 'Zoë ἀ', 'ZOE Α', 'ασπασιασ'],
      ['Юлия 👩‍👩‍👧 Łukasz', 'юлия 👩‍👩‍👧', 'ЮЛИЯ', 'lukasz'],
      ['יוסף \u200fכהן', 'יוסף כהן'],
    ] as const) {
      await app.createUser({ name });
      for (const search of [name, ...searches]) assert.deepEqual(await found(search), [1, [name]], search);
    }
    assert.deepEqual(await found('\u0301'), [0, []]);
  });

  test('is filtered, sorted by every column both ways, and a table for spreadsheets', async (t) => {
    const app = await startTestApp(t);
    const { token } = await app.createUser({ role: 'Admin', name: 'zoe chef', email: 'b@example.com' });
    const bela = await app.createUser({ name: '=Béla "B", the 2nd', email: 'c@example.com' });
    const anna = await app.createUser({ name: 'Anna', email: 'a@example.com' });
    await runStatement(app.db, sql`update users set email_verified_at = null where id = ${bela.id}`);
    await runStatement(app.db, sql`update users set disabled_at = now() where id = ${bela.id}`);
    await runStatement(app.db, sql`update users set last_login_at = now() where id = ${anna.id}`);
    const found = async (query: Record<string, string>) => {
      const { data } = await app.call(listUsers, { token, query });
      return data.data.map(({ email }) => email.slice(0, 1)).join('');
    };
    assert.deepEqual(
      [
        await found({ role: 'Admin' }),
        await found({ verified: 'false' }),
        await found({ verified: 'true', role: 'User' }),
        await found({ disabled: 'true' }),
        await found({ disabled: 'false' }),
        await found({ search: anna.id }),
        await found({ search: anna.id, verified: 'false' }),
      ],
      ['b', 'c', 'a', 'c', 'ab', 'a', ''],
    );
    const sorted = { joined: 'bca', name: 'cab', email: 'abc', lastLogin: 'bca' };
    for (const sort of userSorts) {
      assert.equal(await found({ sort, direction: 'asc' }), sorted[sort], sort);
      assert.equal(await found({ sort, direction: 'desc' }), [...sorted[sort]].toReversed().join(''), sort);
    }
    for (const [query, field] of [
      [{ role: 'Owner' }, 'role'],
      [{ verified: '1' }, 'verified'],
      [{ sort: 'password_hash' }, 'sort'],
    ] as const) {
      const { status, error } = await app.call(listUsers, { token, query });
      assert.deepEqual([status, Object.keys(error.fields ?? {})], [400, [field]]);
    }
    const table = await app.call(exportUsers, { token, query: { verified: 'false' } });
    const [titles, row, end] = table.data.split('\r\n');
    assert.equal(
      titles,
      '\uFEFFuser,name,email,role,verified_utc,disabled_utc,joined_utc,last_login_utc,two_step_sign_in,language',
    );
    assert.match(
      row ?? '',
      new RegExp(`^${bela.id},"'=Béla ""B"", the 2nd",c@example.com,User,,[-0-9]+ [:0-9]+,[-0-9]+ [:0-9]+,,off,en$`),
    );
    assert.equal(end, '');
    assert.equal((await app.call(exportUsers, { token: anna.token })).status, 403);
  });
});

describe('the role of an administrator', () => {
  test('is granted by another, opens every call, and ends at the next call after it is revoked', async (t) => {
    const app = await startTestApp(t);
    const [admin, other] = [await createAdmin(app), await app.createUser()];
    const statuses = async () => {
      const calls = api.filter(({ endpoint }) => endpoint.access === 'admin' && endpoint.method === 'GET');
      assert.ok(calls.length >= 8);
      const params = { id: admin.id, key: 'smile' };
      const answers = await Promise.all(
        calls.map(({ endpoint }) => app.call(endpoint, { params, token: other.token })),
      );
      return answers.map(({ status }) => status);
    };
    assert.deepEqual([...new Set(await statuses())], [403]);
    assert.equal((await give(app, admin, other.id, 'Admin')).data.user.role, 'Admin');
    assert.ok((await statuses()).every((status) => status !== 401 && status !== 403));
    await give(app, admin, other.id, 'User');
    assert.deepEqual([...new Set(await statuses())], [403]);
    assert.equal((await app.call(me, { token: other.token })).data.user.role, 'User');
    const log = await allRows(app.db, sql`select action, subject, before, after from audit_log order by id`);
    const change = { action: 'users.set_role', subject: other.id };
    assert.deepEqual(log, [
      { ...change, before: { role: 'User', totp: false }, after: { role: 'Admin', totp: false } },
      { ...change, before: { role: 'Admin', totp: false }, after: { role: 'User', totp: false } },
    ]);
  });

  test('stays with the last administrator who can sign in', async (t) => {
    const app = await startTestApp(t);
    const admin = await createAdmin(app);
    // An administrator without a password yet.
    const named = await app.createUser({ role: 'Admin' });
    await runStatement(app.db, sql`update users set password_hash = null where id = ${named.id}`);
    const refused = await give(app, admin, admin.id, 'User');
    assert.deepEqual([refused.status, refused.error.code], [409, 'last_admin']);
    const body = { password: adminPassword };
    assert.equal((await app.call(deleteAccount, { token: admin.token, body })).error.code, 'last_admin');
    const other = await createAdmin(app);
    assert.equal((await give(app, admin, admin.id, 'User')).status, 200);
    assert.equal((await give(app, other, other.id, 'User')).error.code, 'last_admin');
  });

  test('loses the second step when it is revoked', async (t) => {
    const app = await startTestApp(t);
    const [admin, other] = [await createAdmin(app), await createAdmin(app)];
    await enrol(app, other);
    assert.equal((await give(app, admin, other.id, 'User')).data.user.totp, false);
    const body = { email: other.email, password: adminPassword };
    assert.equal((await app.call(login, { body })).status, 200);
  });

  test('stays with one of two administrators who revoke each other’s at once', async (t) => {
    const app = await startTestApp(t);
    for (let round = 0; round < 5; round += 1) {
      await runStatement(app.db, sql`update users set role = 'User'`);
      const [one, two] = [await createAdmin(app), await createAdmin(app)];
      const answers = await Promise.all([give(app, one, two.id, 'User'), give(app, two, one.id, 'User')]);
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.equal((await allRows(app.db, sql`select 1 from users where role = 'Admin'`)).length, 1);
    }
  });

  test('is granted only to an existing user with a verified address', async (t) => {
    const app = await startTestApp(t);
    const [admin, stranger] = [await createAdmin(app), await app.createUser()];
    await runStatement(app.db, sql`update users set email_verified_at = null where id = ${stranger.id}`);
    assert.equal((await give(app, admin, stranger.id, 'Admin')).error.code, 'address_not_verified');
    const nobody = '00000000-0000-7000-8000-000000000000';
    assert.equal((await give(app, admin, nobody, 'Admin')).status, 404);
    const wrong = await app.call(setRole, { token: admin.token, params: { id: admin.id }, body: { role: 'Owner' } });
    assert.deepEqual([wrong.status, Object.keys(wrong.error.fields ?? {})], [400, ['role']]);
  });
});

test('a user is signed out everywhere, and other users are not', async (t) => {
  const app = await startTestApp(t);
  const [admin, user] = [await createAdmin(app), await app.createUser()];
  assert.equal((await app.call(signOutUser, { token: admin.token, params: { id: user.id } })).status, 200);
  assert.equal((await app.call(me, { token: user.token })).status, 401);
  assert.equal((await app.call(me, { token: admin.token })).status, 200);
  const log = await allRows(app.db, sql`select action, subject, before, after from audit_log`);
  const change = { action: 'users.sign_out', subject: user.id };
  assert.deepEqual(log, [{ ...change, before: { sessions: 1 }, after: { sessions: 0 } }]);
});
