import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import * as accounts from '@keepsake/contract/accounts/accounts';
import { startTestApp, type TestApp, type TestUser } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { allRows, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';
import { hashPassword } from './passwords/password-hash.ts';

const password = 'two boats in the reeds';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(undefined);
});

describe('the profile', () => {
  const update = (user: TestUser, body: object) =>
    app.call(accounts.updateProfile, { token: user.token, body: { ...body } });

  test('takes name and preferences one by one or together', async () => {
    const user = await app.createUser();
    assert.equal((await update(user, { name: '  Ada L.  ' })).data.user.name, 'Ada L.');
    const preferences = { defaultLanguage: 'fr', newsletterConsent: true };
    const answer = await update(user, preferences);
    const { name, defaultLanguage, newsletterConsent } = answer.data.user;
    assert.deepEqual({ name, defaultLanguage, newsletterConsent }, { name: 'Ada L.', ...preferences });
    assert.equal((await update(user, { newsletterConsent: false })).data.user.newsletterConsent, false);
    assert.equal(answer.data.token, undefined);
  });

  test('remembers a language that is chosen elsewhere', async () => {
    const user = await app.createUser();
    const choose = (defaultLanguage: string) =>
      app.call(accounts.updateLanguage, { token: user.token, body: { defaultLanguage } });
    assert.equal((await choose('hu')).data.user.defaultLanguage, 'hu');
    assert.equal((await choose('xx')).error.fields?.['defaultLanguage'], 'This value is not one of those offered.');
  });

  test('changes neither role nor address nor verification', async () => {
    const user = await app.createUser();
    for (const field of [
      { role: 'Admin' },
      { email: 'other@example.com' },
      { id: newId() },
      { emailVerifiedAt: null },
    ]) {
      const answer = await update(user, { name: 'Ada', ...field });
      assert.equal(answer.status, 400, JSON.stringify(field));
    }
    const { role, email } = (await app.call(accounts.me, { token: user.token })).data.user;
    assert.deepEqual([role, email], ['User', user.email]);
  });
});

describe('deleting an account', () => {
  async function withPassword(): Promise<TestUser> {
    const user = await app.createUser();
    await runStatement(
      app.db,
      sql`update users set password_hash = ${await hashPassword(password)} where id = ${user.id}`,
    );
    return user;
  }

  const remove = (token: string, given: string) =>
    app.call(accounts.deleteAccount, { token, body: { password: given } });

  test('needs the password', async () => {
    const user = await withPassword();
    const answer = await remove(user.token, 'not this one');
    assert.equal(answer.status, 403);
    assert.equal(answer.error.code, 'password_wrong');
    assert.deepEqual(answer.error.fields, { password: 'This password is not correct.' });
    assert.equal((await app.call(accounts.me, { token: user.token })).status, 200);
  });

  test('ends its sessions, deletes its sets, leaves the invoices without a link, and frees the address', async () => {
    const user = await withPassword();
    const signedIn = await app.call(accounts.login, { body: { email: user.email, password } });
    const set = await createSet(user.id);
    assert.equal((await remove(user.token, password)).status, 200);
    for (const token of [user.token, signedIn.data.token]) {
      assert.equal((await app.call(accounts.me, { token })).status, 401);
    }
    assert.equal((await app.call(accounts.login, { body: { email: user.email, password } })).status, 401);
    assert.deepEqual(await allRows(app.db, sql`select id from buckets where id = ${set.bucketId}`), []);
    assert.deepEqual(
      await allRows(app.db, sql`select reason from bucket_tombstones where bucket_id = ${set.bucketId}`),
      [{ reason: 'account' }],
    );
    assert.deepEqual(await allRows(app.db, sql`select user_id, bucket_id from invoices where id = ${set.invoiceId}`), [
      { userId: null, bucketId: null },
    ]);
    const again = { name: 'Ada', email: user.email, password };
    await app.call(accounts.register, { body: again });
    await app.drain();
    assert.equal((await app.mails()).at(-1)?.subject, 'Please verify your email address');
  });

  test('leaves no mail to be sent', async () => {
    const user = await withPassword();
    await app.call(accounts.forgotPassword, { body: { email: user.email } });
    assert.equal((await remove(user.token, password)).status, 200);
    await app.drain();
    assert.deepEqual(
      (await app.mails()).filter((mail) => mail.to?.[0]?.address === user.email),
      [],
    );
  });

  test('twice at once deletes once and breaks nothing', async () => {
    const user = await withPassword();
    await createSet(user.id);
    const answers = await Promise.all([remove(user.token, password), remove(user.token, password)]);
    assert.ok(answers.some(({ status }) => status === 200));
    assert.ok(
      answers.every(({ status }) => status < 500),
      JSON.stringify(answers.map(({ status }) => status)),
    );
  });

  test('also deletes a set that is created while it runs', async () => {
    const user = await withPassword();
    const created = Promise.withResolvers<string>();
    const { promise: waits, resolve: goOn } = Promise.withResolvers<void>();
    const beginning = app.db.transaction().execute(async (tx) => {
      created.resolve((await createSet(user.id, tx)).bucketId);
      await waits;
    });
    const bucketId = await created.promise;
    const removal = remove(user.token, password);
    await until(async () => {
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await allRows(app.db, waiting)).length > 0;
    });
    goOn();
    await beginning;
    assert.equal((await removal).status, 200);
    const left = await allRows(app.db, sql`select reason from bucket_tombstones where bucket_id = ${bucketId}`);
    assert.deepEqual(left, [{ reason: 'account' }]);
  });

  async function createSet(userId: string, db: Queryable = app.db): Promise<{ bucketId: string; invoiceId: string }> {
    const [bucketId, invoiceId] = [newId(), newId()];
    await runStatement(
      db,
      sql`
      insert into buckets (id, user_id, created_at, updated_at, deletion_date)
      values (${bucketId}, ${userId}, app_now(), app_now(), app_now() + interval '30 days')`,
    );
    await runStatement(
      db,
      sql`
      insert into invoices (id, bucket_id, user_id, partner_name, partner_address, partner_city, partner_post_code, partner_country,
        currency, language, fulfillment_date, due_date, created_at, updated_at, issued_at, amount)
      values (${invoiceId}, ${bucketId}, ${userId}, 'Ada', 'Street 1', 'Town', '1000', 'HU', 'USD', 'en', current_date, current_date,
        app_now(), app_now(), app_now(), 500)`,
    );
    return { bucketId, invoiceId };
  }
});

test('a name is kept without invisible characters and without those that turn the words around it', async () => {
  const { token } = await app.createUser();
  const changed = await app.call(accounts.updateProfile, { token, body: { name: '\u202EAda\u200B Kovács\u2069' } });
  assert.deepEqual([changed.status, changed.data.user.name], [200, 'Ada Kovács']);
  const empty = await app.call(accounts.updateProfile, { token, body: { name: '\u200B\u202E' } });
  assert.deepEqual([empty.status, Object.keys(empty.error.fields ?? {})], [400, ['name']]);
});
