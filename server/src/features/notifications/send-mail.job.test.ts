import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/queue/job.ts';
import type { MailToQueue } from '../journal/mail-kinds.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { retryDelayMs, sendMailJob } from './send-mail.job.ts';

interface MailRow {
  id: string;
  state: string;
  tries: number;
  lastError: string | null;
}

function rowsOf(app: TestApp, userId: string): Promise<MailRow[]> {
  return allRows(app.db, sql`select id, state, tries, last_error from mails where user_id = ${userId} order by id`);
}

function queue(app: TestApp, mail: MailToQueue): Promise<boolean> {
  return app.db.transaction().execute((tx) => queueMail(tx, mail));
}

async function createSet(app: TestApp, userId: string, status: 'pending' | 'paid' | 'archived'): Promise<string> {
  const id = newId();
  await runStatement(
    app.db,
    sql`
    insert into buckets (id, user_id, status, created_at, updated_at, deletion_date, paid_at)
    values (${id}, ${userId}, ${status}, app_now(), app_now(), app_now() + interval '6 days 12 hours',
      ${status === 'pending' ? null : new Date()})`,
  );
  return id;
}

describe('a mail in the outbox', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(undefined);
  });

  const mailsTo = async (email: string) => {
    await app.drain();
    return (await app.mails()).filter((mail) => mail.to?.[0]?.address === email);
  };

  test('is in the language its reader has when it is sent', async () => {
    const user = await app.createUser({ language: 'en' });
    await queue(app, { kind: 'password-changed', userId: user.id });
    await runStatement(app.db, sql`update users set default_language = 'es' where id = ${user.id}`);
    const [mail] = await mailsTo(user.email);
    assert.equal(mail?.subject, 'Su contraseña ha cambiado');
    assert.equal(mail?.headers.find(({ key }) => key === 'content-language')?.value, 'es');
  });

  test('is sent once per dedupe key', async () => {
    const user = await app.createUser();
    const mail: MailToQueue = { kind: 'password-changed', userId: user.id, dedupeKey: `once:${user.id}` };
    await Promise.all([queue(app, mail), queue(app, mail), queue(app, mail)]);
    assert.equal((await mailsTo(user.email)).length, 1);
    await queue(app, mail);
    assert.equal((await mailsTo(user.email)).length, 1);
  });

  test('is not sent if the change that caused it was undone', async () => {
    const user = await app.createUser();
    const change = app.db.transaction().execute(async (tx) => {
      await queueMail(tx, { kind: 'password-changed', userId: user.id });
      throw new Error('undone');
    });
    await assert.rejects(change, /undone/);
    assert.equal((await mailsTo(user.email)).length, 0);
  });

  test('is sent once though its job runs several times at once and again later', async () => {
    const user = await app.createUser();
    await queue(app, { kind: 'password-changed', userId: user.id });
    const [{ id } = assert.fail('no row')] = await rowsOf(app, user.id);
    for (let i = 0; i < 5; i += 1) await enqueue(app.db, sendMailJob, { mailId: id }, { key: `extra-${i}` });
    assert.equal((await mailsTo(user.email)).length, 1);
    await enqueue(app.db, sendMailJob, { mailId: id });
    assert.equal((await mailsTo(user.email)).length, 1);
    assert.deepEqual(await rowsOf(app, user.id), [{ id, state: 'sent', tries: 1, lastError: null }]);
  });

  test('about an order is sent before all that strangers can request', async () => {
    const [owner, customer] = [await app.createUser(), await app.createUser()];
    for (let i = 0; i < 20; i += 1) await queue(app, { kind: 'reset-password', userId: owner.id });
    const payload = { amount: 1990, currency: 'HUF' as const, lines: [], consents: [] };
    await queue(app, { kind: 'order-confirmed', userId: customer.id, payload });
    await app.drain();
    const sent = await allRows<{ kind: string }>(
      app.db,
      sql`select kind from mails where user_id in (${owner.id}, ${customer.id}) and state = 'sent' order by sent_at`,
    );
    assert.equal(sent.length, 21);
    // Two mails are sent at a time.
    assert.ok(sent.slice(0, 3).some(({ kind }) => kind === 'order-confirmed'));
  });

  test('is dropped if its recipient was deleted', async () => {
    const user = await app.createUser();
    await queue(app, { kind: 'password-changed', userId: user.id });
    await runStatement(app.db, sql`delete from users where id = ${user.id}`);
    assert.equal((await mailsTo(user.email)).length, 0);
  });

  test('shows a name that looks like markup or a header as plain text', async () => {
    const name = `<b>Ada</b> "x" <thief@example.com>, thief@example.com`;
    const user = await app.createUser({ name });
    await queue(app, { kind: 'password-changed', userId: user.id });
    const [mail] = await mailsTo(user.email);
    assert.deepEqual(mail?.to, [{ name, address: user.email }]);
    assert.ok(mail?.text?.startsWith(`Hello ${name},`));
    assert.ok(mail?.html?.includes('Hello &lt;b&gt;Ada&lt;/b&gt; &quot;x&quot; &lt;thief@example.com&gt;'));
  });

  const outdated: [what: string, mail: (userId: string) => Promise<MailToQueue>][] = [
    ['to verify an address that is verified', async (userId) => ({ kind: 'verify-email', userId })],
    ['to set a password that is set', async (userId) => ({ kind: 'set-password', userId })],
    ['to an administrator who is none', async (userId) => ({ kind: 'admin-alert', userId, payload: { text: 'x' } })],
    [
      'about films of a set that is gone',
      async (userId) => ({ kind: 'films-ready', userId, bucketId: newId(), payload: { done: 1, failed: 0 } }),
    ],
    [
      'about the deletion of a set that is archived',
      async (userId) => ({
        kind: 'deletion-reminder',
        userId,
        bucketId: await createSet(app, userId, 'archived'),
        payload: { days: 7 },
      }),
    ],
    [
      'about an unpaid set that is paid',
      async (userId) => ({
        kind: 'unpaid-reminder',
        userId,
        bucketId: await createSet(app, userId, 'paid'),
        payload: { days: 7 },
      }),
    ],
  ];
  for (const [what, make] of outdated) {
    test(`is dropped when it is about to be sent: one ${what}`, async () => {
      const user = await app.createUser();
      await queue(app, await make(user.id));
      assert.equal((await mailsTo(user.email)).length, 0);
      assert.equal((await rowsOf(app, user.id))[0]?.state, 'dropped');
    });
  }

  test('of a kind that is switched off is dropped', async () => {
    const user = await app.createUser();
    const bucketId = await createSet(app, user.id, 'paid');
    const mail: MailToQueue = { kind: 'films-ready', userId: user.id, bucketId, payload: { done: 1, failed: 0 } };
    await runStatement(app.db, sql`update notification_configs set is_enabled = false where key = 'films_ready'`);
    await queue(app, mail);
    assert.equal((await mailsTo(user.email)).length, 0);
    await runStatement(app.db, sql`update notification_configs set is_enabled = true where key = 'films_ready'`);
    await queue(app, mail);
    assert.equal((await mailsTo(user.email)).length, 1);
  });

  test('counts the days to a deletion when it is sent', async () => {
    const user = await app.createUser();
    const bucketId = await createSet(app, user.id, 'paid');
    await queue(app, { kind: 'deletion-reminder', userId: user.id, bucketId, payload: { days: 7 } });
    assert.equal((await mailsTo(user.email))[0]?.subject, 'Your memory set will be deleted in 7 days');
    await runStatement(
      app.db,
      sql`update buckets set deletion_date = app_now() + interval '2 hours' where id = ${bucketId}`,
    );
    await queue(app, { kind: 'deletion-reminder', userId: user.id, bucketId, payload: { days: 7 } });
    assert.equal((await mailsTo(user.email))[1]?.subject, 'Your memory set will be deleted in 1 day');
  });
});

test('tries follow each other within a minute in the first hour, then every ten minutes', () => {
  const delays = [0, 1, 2, 3, 4, 5, 6, 50].map((tries) => retryDelayMs(tries, 0) / 1000);
  assert.deepEqual(delays, [2, 4, 8, 16, 32, 60, 60, 60]);
  assert.equal(retryDelayMs(60, 3_600_001), 600_000);
});
