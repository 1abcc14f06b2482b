import assert from 'node:assert/strict';
import { forgotPassword, login, me } from '@keepsake/contract/accounts/accounts';
import { latestDataExport } from '@keepsake/contract/accounts/data-exports';
import { setRole } from '@keepsake/contract/accounts/users';
import {
  deleteCustomer,
  disableUser,
  enableUser,
  exportCustomer,
  getCustomer,
  sendAccountMail,
} from '@keepsake/contract/admin/customer-page';
import type { Endpoint } from '@keepsake/contract/endpoint';
import { sql } from 'kysely';
import { beforeEach, describe, test } from 'vitest';
import type { TestUser } from '../../../test/harness.ts';
import { startTestShop } from '../../../test/shop.ts';
import { allRows, runStatement } from '../../../test/statements.ts';
import { adminPassword, createAdmin } from '../../../test/totp.ts';
import { newId } from '../../platform/ids.ts';
import { hashPassword } from '../accounts/passwords/password-hash.ts';
import { deleteBuckets } from '../deletion/delete-buckets.ts';
import { ensureAdmin } from '../accounts/ensure-admin.ts';

const shop = await startTestShop();
const { app } = shop;
let admin: TestUser;
let user: TestUser;

beforeEach(async () => {
  await runStatement(app.db, sql`update users set role = 'User'`);
  admin = await createAdmin(app);
  user = await app.createUser({ language: 'hu' });
  await runStatement(
    app.db,
    sql`update users set password_hash = ${await hashPassword(adminPassword)} where id = ${user.id}`,
  );
});

const act = <E extends Endpoint>(endpoint: E, { id }: { id: string }, body?: Record<string, unknown>, by = admin) =>
  app.call(endpoint, { params: { id }, token: by.token, ...(body && { body }) });
const signIn = (password = adminPassword, { email } = user) => app.call(login, { body: { email, password } });
const audit = ({ id }: { id: string }) =>
  allRows<{ action: string; before: unknown; after: unknown }>(
    app.db,
    sql`select action, before, after from audit_log where subject = ${id} order by id`,
  );
const queued = ({ id }: { id: string }) =>
  allRows<{ kind: string }>(app.db, sql`select kind from mails where user_id = ${id} order by created_at, id`);

describe('the page of a customer', () => {
  test('has sessions, sets with deleted ones, payments, invoices and mails, and nothing secret', async () => {
    const paid = await shop.newOrder([[2]]);
    await runStatement(app.db, sql`update buckets set user_id = ${user.id} where id = ${paid.bucketId}`);
    const order = { ...paid, user };
    await shop.checkout.pay(await shop.pageOf(order));
    const gone = await shop.newOrder([[1], [1]]);
    await runStatement(app.db, sql`update buckets set user_id = ${user.id} where id = ${gone.bucketId}`);
    await shop.checkout.pay(await shop.pageOf({ ...gone, user }));
    await app.db.transaction().execute((tx) => deleteBuckets(tx, [gone.bucketId], 'customer'));
    const { customer } = (await act(getCustomer, user)).data;
    assert.deepEqual([customer.email, customer.language, customer.disabledAt], [user.email, 'hu', null]);
    assert.ok(customer.verifiedAt !== null && customer.hasPassword);
    assert.equal(customer.sessions.length, 1);
    const orders = customer.orders.data.map(({ id, status, photos, films, amount }) => ({
      id,
      status,
      photos,
      films,
      amount,
    }));
    assert.deepEqual(orders, [
      { id: gone.bucketId, status: 'deleted', photos: 2, films: 2, amount: 9.98 },
      { id: paid.bucketId, status: 'paid', photos: 1, films: 2, amount: 6.98 },
    ]);
    assert.deepEqual(
      customer.payments.data.map(({ order: id, charged, refunded, fulfilled }) => [id, charged, refunded, fulfilled]),
      [
        [gone.bucketId, 9.98, 0, true],
        [paid.bucketId, 6.98, 0, true],
      ],
    );
    assert.deepEqual(
      customer.invoices.data.map(({ order: id, state }) => [id, state]).toSorted(),
      [
        [null, 'to_issue'],
        [paid.bucketId, 'to_issue'],
      ].toSorted(),
    );
    assert.deepEqual(
      customer.mails.data.map(({ kind }) => kind),
      ['order-confirmed', 'order-confirmed'],
    );
    assert.ok(!/hash|token|secret/i.test(JSON.stringify(customer)), 'nothing secret');
    assert.equal((await act(getCustomer, { id: newId() })).status, 404);
  });

  test('and its actions are for administrators alone', async () => {
    const stranger = await app.createUser();
    const body = { about: 'password', email: user.email };
    for (const call of [getCustomer, sendAccountMail, disableUser, enableUser, exportCustomer, deleteCustomer]) {
      const sent = 'body' in call ? { params: { id: user.id }, body } : { params: { id: user.id } };
      assert.equal((await app.call(call, sent)).status, 401, call.path);
      assert.equal((await app.call(call, { ...sent, token: stranger.token })).status, 403, call.path);
    }
    assert.equal((await app.call(me, { token: user.token })).status, 200);
  });
});

describe('a disabled user', () => {
  test('is signed out at once, and only the correct password reveals that the account is disabled', async () => {
    assert.equal((await signIn()).status, 200);
    const { data } = await act(disableUser, user);
    assert.ok(data.customer.disabledAt !== null);
    assert.deepEqual(data.customer.sessions, []);
    assert.equal((await app.call(me, { token: user.token })).status, 401);
    const refused = await signIn();
    assert.deepEqual([refused.status, refused.error.code], [403, 'user_disabled']);
    const unknown = await signIn(adminPassword, { ...user, email: 'nobody@example.com' });
    for (const wrong of [await signIn('a wrong password'), unknown])
      assert.deepEqual([wrong.status, wrong.error.code], [401, 'login_failed']);
    assert.equal((await app.call(forgotPassword, { body: { email: user.email } })).status, 200);
    await act(enableUser, user);
    assert.equal((await signIn()).status, 200);
    assert.deepEqual(await audit(user), [
      { action: 'users.disable', before: { disabled: false, sessions: 2 }, after: { disabled: true } },
      { action: 'users.enable', before: { disabled: true }, after: { disabled: false } },
    ]);
  });

  test('cannot use a session that is still stored', async () => {
    await runStatement(app.db, sql`update users set disabled_at = app_now() where id = ${user.id}`);
    assert.equal((await app.call(me, { token: user.token })).status, 401);
  });

  test('is disabled once, however often the request is repeated', async () => {
    const answers = await Promise.all([act(disableUser, user), act(disableUser, user), act(disableUser, user)]);
    const times = answers.map(({ status, data }) => [status, data.customer.disabledAt]);
    assert.deepEqual(times[1], times[0]);
    assert.deepEqual(times[2], times[0]);
    assert.equal((await audit(user)).length, 1);
    assert.equal((await act(enableUser, user)).data.customer.disabledAt, null);
    assert.equal((await act(enableUser, user)).status, 200);
  });

  test('is neither oneself nor the last administrator who can sign in', async () => {
    assert.equal((await act(disableUser, admin)).error.code, 'own_account');
    const other = await createAdmin(app);
    await runStatement(app.db, sql`update users set email_verified_at = null where id = ${admin.id}`);
    assert.equal((await act(disableUser, other)).error.code, 'last_admin');
    await runStatement(app.db, sql`update users set email_verified_at = app_now() where id = ${admin.id}`);
    assert.equal((await act(disableUser, other)).status, 200);
    const alone = await act(setRole, admin, { role: 'User' });
    assert.equal(alone.error.code, 'last_admin', 'a disabled administrator does not count');
    await ensureAdmin(app.deps, other.email);
    assert.equal((await act(getCustomer, other)).data.customer.disabledAt, null, 'the operator enables');
  });

  test('is only one of two administrators who disable each other at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      await runStatement(app.db, sql`update users set role = 'User'`);
      const [one, two] = [await createAdmin(app), await createAdmin(app)];
      // Whether there is a third one makes no difference.
      if (round > 0) await createAdmin(app);
      const answers = await Promise.all([act(disableUser, two, undefined, one), act(disableUser, one, undefined, two)]);
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    }
  });
});

describe('a mail about the account', () => {
  test('verifies the address or leads to a new password, and is queued once', async () => {
    assert.equal((await act(sendAccountMail, user, { about: 'verification' })).error.code, 'address_verified');
    await runStatement(app.db, sql`update users set email_verified_at = null where id = ${user.id}`);
    const answers = await Promise.all([1, 2].map(() => act(sendAccountMail, user, { about: 'verification' })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal((await act(sendAccountMail, user, { about: 'password' })).status, 200);
    assert.deepEqual(
      (await queued(user)).map(({ kind }) => kind),
      ['verify-email', 'reset-password'],
    );
    await runStatement(app.db, sql`update users set password_hash = null where id = ${user.id}`);
    await act(sendAccountMail, user, { about: 'password' });
    assert.equal((await queued(user)).at(-1)?.kind, 'set-password');
    assert.deepEqual(
      (await audit(user)).map(({ action, after }) => [action, after]),
      [
        ['users.send_mail', { kind: 'verify-email' }],
        ['users.send_mail', { kind: 'reset-password' }],
        ['users.send_mail', { kind: 'set-password' }],
      ],
    );
    assert.equal((await act(sendAccountMail, user, { about: 'money' })).status, 400);
  });
});

test('a data export goes to the customer alone, one at a time', async () => {
  const answers = await Promise.all([act(exportCustomer, user), act(exportCustomer, user)]);
  assert.deepEqual(
    answers.map(({ status, data }) => [status, data.customer.dataExport?.state]),
    [
      [202, 'waiting'],
      [202, 'waiting'],
    ],
  );
  await app.drain();
  const seen = (await act(getCustomer, user)).data.customer;
  assert.deepEqual(Object.keys(seen.dataExport ?? {}).toSorted(), ['requestedAt', 'state']);
  const own = (await app.call(latestDataExport, { token: user.token })).data.dataExport;
  assert.equal(own?.state, 'ready');
  assert.equal((await app.mails()).filter(({ to }) => to?.[0]?.address === user.email).length, 1);
  assert.deepEqual(
    (await audit(user)).map(({ action }) => action),
    ['users.export'],
  );
  await act(disableUser, user);
  assert.equal((await act(exportCustomer, user)).error.code, 'user_disabled');
});

describe('the deletion of an account', () => {
  const remove = (target: TestUser, email = target.email, by = admin) => act(deleteCustomer, target, { email }, by);

  test('requires the address, and deletes as the owner would', async () => {
    const order = { ...(await shop.newOrder([[1]])), user };
    await runStatement(app.db, sql`update buckets set user_id = ${user.id} where id = ${order.bucketId}`);
    await shop.checkout.pay(await shop.pageOf(order));
    assert.equal((await remove(user, 'else@example.com')).error.code, 'address_differs');
    const answers = await Promise.all([remove(user), remove(user)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
    assert.equal((await app.call(me, { token: user.token })).status, 401);
    const left = await allRows(
      app.db,
      sql`select (select count(*)::int from buckets where id = ${order.bucketId}) as buckets,
        (select count(*)::int from sales where bucket_id = ${order.bucketId}) as sales,
        (select count(*)::int from invoices where issued_at is not null and user_id is null and bucket_id is null) > 0 as invoice,
        (select reason from bucket_tombstones where bucket_id = ${order.bucketId}) as reason`,
    );
    assert.deepEqual(left, [{ buckets: 0, sales: 1, invoice: true, reason: 'account' }]);
    assert.deepEqual(await audit(user), [{ action: 'users.delete', before: { role: 'User', sets: 1 }, after: null }]);
  });

  test('is refused for oneself', async () => {
    assert.equal((await remove(admin)).error.code, 'own_account');
    const other = await createAdmin(app);
    const answers = await Promise.all([remove(other), remove(admin, admin.email, other)]);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, 'of two who delete each other one stays');
  });
});
