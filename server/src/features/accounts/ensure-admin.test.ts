import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { beforeAll, describe, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import * as accounts from '@keepsake/contract/accounts/accounts';
import { listAudit, machineActorId } from '@keepsake/contract/admin/audit';
import { listNotificationConfigs } from '@keepsake/contract/admin/notifications';
import { linkIn } from '../../../test/mail-link.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { adminPassword, createAdmin, enrol } from '../../../test/totp.ts';
import { seed } from '../../start/seed.ts';

const command = fileURLToPath(new URL('../../admin.ts', import.meta.url));
const password = 'a kettle on the stove';

describe('ADMIN_EMAIL', () => {
  test('is sent one link to set a password, however often the product starts, and then administers', async (t) => {
    const app = await startTestApp(t, { settings: { ADMIN_EMAIL: 'Boss@Example.com' } });
    await seed(app.deps);
    await Promise.all([seed(app.deps), seed(app.deps)]);
    await app.drain();
    const mails = await app.mails();
    assert.deepEqual(
      mails.map((mail) => [mail.to?.[0]?.address, mail.subject]),
      [['boss@example.com', 'Set your password']],
    );

    const body = { ...linkIn(mails[0], '/reset-password'), newPassword: password };
    assert.equal((await app.call(accounts.resetPassword, { body })).status, 200);
    const signedIn = await app.call(accounts.login, { body: { email: 'boss@example.com', password } });
    assert.equal(signedIn.data.user.role, 'Admin');
    assert.equal((await app.call(listNotificationConfigs, { token: signedIn.data.token })).status, 200);
    await seed(app.deps);
    await app.drain();
    assert.equal((await app.mails()).length, 1);
  });

  test('makes an existing account an administrator and sends no mail', async (t) => {
    const before = await startTestApp(t);
    const user = await before.createUser({ email: 'boss@example.com' });
    const settings = { ADMIN_EMAIL: 'boss@example.com' };
    const app = await startTestApp(t, { settings, databaseUrl: before.deps.config.DATABASE_URL });
    assert.equal((await app.call(accounts.me, { token: user.token })).data.user.role, 'Admin');
    await app.drain();
    assert.deepEqual(await app.mails(), []);
  });

  test('cannot be taken over by a stranger who registers the address', async (t) => {
    const app = await startTestApp(t, { settings: { ADMIN_EMAIL: 'boss@example.com' } });
    const body = { name: 'Thief', email: 'boss@example.com', password };
    assert.equal((await app.call(accounts.register, { body })).status, 201);
    assert.equal((await app.call(accounts.login, { body: { email: 'boss@example.com', password } })).status, 401);
    await app.drain();
    const subjects = new Set((await app.mails()).map((mail) => mail.subject));
    assert.deepEqual([...subjects], ['Set your password']);
  });
});

describe('npm run admin', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(undefined);
  });

  function admin(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    const { DATABASE_URL, DATA_DIR } = app.deps.config;
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL, DATA_DIR };
    return new Promise((resolve) => {
      execFile(process.execPath, [command, ...args], { env }, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      );
    });
  }

  /** Entries of the audit log about an account. */
  async function doneOnTheMachine(token: string, subject: string) {
    const { data } = (await app.call(listAudit, { token, query: { subject, actor: machineActorId } })).data;
    return data.map(({ action, before, after }) => [action, before, after]);
  }

  test('makes an account an administrator’s, from its next request', async () => {
    const user = await app.createUser({ email: 'promoted@example.com' });
    const { code, out, err } = await admin('Promoted@Example.com');
    assert.deepEqual([code, out, err], [0, 'promoted@example.com is an administrator.\n', '']);
    assert.equal((await app.call(listNotificationConfigs, { token: user.token })).status, 200);
    assert.equal((await admin(user.email)).code, 0);
    assert.deepEqual(await doneOnTheMachine(user.token, user.id), [
      ['users.set_role', { role: 'User' }, { role: 'Admin' }],
    ]);
  });

  test('makes an account if there is none, and has a link sent to set its password, again each time', async () => {
    const email = 'new.admin@example.com';
    assert.match((await admin(email)).out, /A link to set one is sent/);
    assert.equal((await admin(email)).code, 0);
    await app.drain();
    const mails = (await app.mails()).filter((mail) => mail.to?.[0]?.address === email);
    assert.equal(mails.length, 2);
    const body = { ...linkIn(mails[0], '/reset-password'), newPassword: password };
    assert.equal((await app.call(accounts.resetPassword, { body })).status, 200);
    assert.equal((await app.call(accounts.login, { body: { email, password } })).data.user.role, 'Admin');
  });

  test('turns the second step of an account off, and ends its sessions', async () => {
    const user = await createAdmin(app);
    assert.match((await admin(user.email, '--reset-totp')).out, /is not on/);
    await enrol(app, user);
    assert.match((await admin(user.email, '--reset-totp')).out, /is off/);
    assert.equal((await app.call(accounts.me, { token: user.token })).status, 401);
    const body = { email: user.email, password: adminPassword };
    const { token } = (await app.call(accounts.login, { body })).data;
    assert.deepEqual(await doneOnTheMachine(token, user.id), [['totp.disable', { totp: true }, { totp: false }]]);
    await app.drain();
    // The mail about turning it on may be sent after this one: both were queued.
    const mails = (await app.mails()).filter(({ to }) => to?.[0]?.address === user.email);
    assert.equal(mails.filter(({ text }) => /was turned off on/.test(text ?? '')).length, 1);
  });

  test('names the embedded database if the settings name no other', async () => {
    const DATA_DIR = '/dev/null/no-folder';
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const { status, stderr } = spawnSync(process.execPath, [command, 'boss@example.com'], {
      env: { PATH, NODE_COMPILE_CACHE, DATA_DIR },
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^DATABASE_URL is not set: this command uses the embedded database in \/dev\/null\/no-folder\.\n/,
    );
  });

  for (const args of [[], ['--reset-totp'], ['nobody'], ['a@example.com', 'b@example.com']]) {
    const tags = args[0] === 'nobody' ? [] : ['full'];
    test(`prints its usage when called with ${args.length === 0 ? 'nothing' : args.join(' ')}`, { tags }, async () => {
      const { code, err } = await admin(...args);
      assert.equal(code, 1);
      assert.match(err, /Usage: npm run admin -- <email>/);
    });
  }
});
