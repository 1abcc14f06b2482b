import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { login, me, updateProfile } from '@keepsake/contract/accounts/accounts';
import { listNotificationConfigs } from '@keepsake/contract/admin/notifications';
import * as contract from '@keepsake/contract/accounts/totp';
import { startTestApp, type TestApp, type TestUser } from '../../../../test/harness.ts';
import { adminPassword as password, createAdmin, enrol, phoneWith } from '../../../../test/totp.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../../test/statements.ts';
import { newToken, sha256 } from '../../../platform/ids.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(undefined);
});

const signIn = (user: TestUser, totpCode?: string, through = app) =>
  through.call(login, { body: { email: user.email, password, ...(totpCode !== undefined && { totpCode }) } });
const outcome = async (answer: ReturnType<typeof signIn>) => {
  const { status, error } = await answer;
  return [status, error.code];
};
const adminCall = async (token: string | undefined, through = app) => {
  const { status, error } = await through.call(listNotificationConfigs, { token });
  return status === 200 ? 200 : error.code;
};

/** The same database at a later time: two steps later the codes differ, so no test uses one twice. */
function later(
  t: Parameters<typeof startTestApp>[0],
  ms: number,
  settings: Record<string, string> = {},
): Promise<TestApp> {
  return startTestApp(t, {
    settings: { CLOCK_OFFSET_MS: String(ms), ...settings },
    databaseUrl: app.deps.config.DATABASE_URL,
  });
}

describe('turning the second step on', () => {
  test('requires the password and a first code; before that nothing is on', async () => {
    const admin = await createAdmin(app);
    const begin = (given: string) => app.call(contract.beginTotp, { token: admin.token, body: { password: given } });
    assert.equal((await begin('not this one')).error.code, 'password_wrong');
    const { secret, uri } = (await begin(password)).data;
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.equal(new URL(uri).searchParams.get('secret'), secret);
    const { status } = await signIn(admin);
    assert.equal(status, 200, 'signing in stays as it is until then');
    const confirm = (totpCode: string) => app.call(contract.confirmTotp, { token: admin.token, body: { totpCode } });
    const phone = phoneWith(secret);
    assert.equal((await confirm(phone.code(app, 40))).error.code, 'totp_wrong');
    const confirmed = await confirm(phone.code(app));
    assert.equal(new Set(confirmed.data.recoveryCodes).size, 10);
    const totpStatus = (await app.call(contract.totpStatus, { token: admin.token })).data;
    assert.deepEqual(totpStatus, { isOn: true, isRequired: false, recoveryCodesLeft: 10 });
    assert.equal((await begin(password)).error.code, 'totp_already_on');
  });

  test('keeps no secret and no recovery code readable', async () => {
    const admin = await createAdmin(app);
    const begun = await app.call(contract.beginTotp, { token: admin.token, body: { password } });
    const { recoveryCodes } = await enrol(app, admin);
    const kept = await allRows<{ row: string }>(
      app.db,
      sql`
      select row_to_json(t)::text as row from totp_secrets t where user_id = ${admin.id}
      union all select row_to_json(r)::text from recovery_codes r where user_id = ${admin.id}`,
    );
    const text = kept.map(({ row }) => row).join(' ');
    assert.ok(!text.includes(Buffer.from(begun.data.secret).toString('hex')));
    for (const code of recoveryCodes) {
      const plain = code.replaceAll('-', '');
      assert.ok(!text.includes(plain) && !text.includes(Buffer.from(plain).toString('hex')));
    }
  });

  test('ends every other session, and this one keeps the rights', async () => {
    const admin = await createAdmin(app);
    const other = (await signIn(admin)).data.token;
    assert.equal(await adminCall(other), 200);
    await enrol(app, admin);
    assert.deepEqual([await adminCall(other), await adminCall(admin.token)], ['not_signed_in', 200]);
  });

  test('notifies its owner by mail when it is turned on or off, and of new codes', async () => {
    const admin = await createAdmin(app);
    const { phone } = await enrol(app, admin);
    const body = (steps: number) => ({ password, totpCode: phone.code(app, steps) });
    assert.equal((await app.call(contract.renewRecoveryCodes, { token: admin.token, body: body(0) })).status, 200);
    assert.equal((await app.call(contract.disableTotp, { token: admin.token, body: body(1) })).status, 200);
    await app.drain();
    const own = (await app.mails()).filter(({ to }) => to?.[0]?.address === admin.email).map(({ text }) => text ?? '');
    for (const words of [/was turned on on/, /New recovery codes were made/, /was turned off on/])
      assert.equal(own.filter((text) => words.test(text)).length, 1, String(words));
    assert.equal(own.length, 3);
  });

  test('is for administrators', async () => {
    const user = await app.createUser();
    const begun = await app.call(contract.beginTotp, { token: user.token, body: { password } });
    assert.equal(begun.error.code, 'not_allowed');
  });
});

describe('signing in with two steps', () => {
  test('requires the code only after the correct password, and accepts each code once', async (t) => {
    const admin = await createAdmin(app);
    const { phone } = await enrol(app, admin);
    assert.deepEqual(await outcome(app.call(login, { body: { email: admin.email, password: 'not this one' } })), [
      401,
      'login_failed',
    ]);
    assert.deepEqual(await outcome(signIn(admin)), [401, 'totp_required']);
    assert.deepEqual(await outcome(signIn(admin, phone.code(app, 40))), [403, 'totp_wrong']);
    assert.deepEqual(
      await outcome(signIn(admin, phone.code(app, -1))),
      [403, 'totp_wrong'],
      'it confirmed with this one',
    );

    const soon = await later(t, 90_000);
    const code = phone.code(soon);
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(admin, code, soon)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403, 403, 403, 403]);
    assert.deepEqual(await outcome(signIn(admin, phone.code(soon, -1), soon)), [403, 'totp_wrong'], 'an older one');
    const { token } = answers.find(({ status }) => status === 200)?.data ?? {};
    assert.equal(await adminCall(token, soon), 200);
  });

  test('takes a recovery code in place of the app, each once, however it is typed', async () => {
    const admin = await createAdmin(app);
    const { recoveryCodes } = await enrol(app, admin);
    const [first = '', second = ''] = recoveryCodes;
    assert.equal((await signIn(admin, first)).status, 200);
    assert.deepEqual(await outcome(signIn(admin, first)), [403, 'totp_wrong']);
    const typed = await signIn(admin, second.toLowerCase().replaceAll('-', ' '));
    assert.equal(typed.status, 200);
    const { recoveryCodesLeft } = (await app.call(contract.totpStatus, { token: typed.data.token })).data;
    assert.equal(recoveryCodesLeft, 8);
  });

  test('another administrator’s codes are refused', async () => {
    const [admin, other] = [await createAdmin(app), await createAdmin(app)];
    await enrol(app, admin);
    const { phone, recoveryCodes } = await enrol(app, other);
    assert.deepEqual(await outcome(signIn(admin, phone.code(app, 0))), [403, 'totp_wrong']);
    assert.deepEqual(await outcome(signIn(admin, recoveryCodes[0])), [403, 'totp_wrong']);
  });

  test('guesses of codes count as failed sign-ins, and the correct password does not clear them', async (t) => {
    const limited = await later(t, 90_000, { RATE_LIMIT: 'on' });
    const admin = await createAdmin(app);
    const { phone } = await enrol(app, admin);
    const statuses = [];
    for (let i = 0; i < 10; i += 1) statuses.push((await signIn(admin, phone.code(limited, 40 + i), limited)).status);
    assert.deepEqual(statuses, Array<number>(10).fill(403));
    assert.deepEqual(await outcome(signIn(admin, phone.code(limited), limited)), [429, 'rate_limited']);
    await limited.deps.limits.clear('totpFailure', admin.id);
    assert.equal((await signIn(admin, phone.code(limited), limited)).status, 200);
  });

  test('a session that was opened without it has no administrator rights, and the reply says why', async () => {
    const admin = await createAdmin(app);
    await enrol(app, admin);
    const token = newToken();
    await runStatement(
      app.db,
      sql`
      insert into sessions (token_hash, user_id, created_at, last_used_at) values (${sha256(token)}, ${admin.id}, app_now(), app_now())`,
    );
    assert.equal(await adminCall(token), 'second_step_needed');
    assert.equal((await app.call(me, { token })).status, 200);
  });

  test('stays on after a change of the password', async () => {
    const admin = await createAdmin(app);
    await enrol(app, admin);
    const changed = await app.call(updateProfile, {
      token: admin.token,
      body: { currentPassword: password, newPassword: 'a boat in the reeds' },
    });
    assert.equal(await adminCall(changed.data.token), 200);
  });
});

describe('turning the second step off', () => {
  test('takes password and code', async (t) => {
    const admin = await createAdmin(app);
    const { phone } = await enrol(app, admin);
    const soon = await later(t, 90_000);
    const disable = (given: string, totpCode: string) =>
      soon.call(contract.disableTotp, { token: admin.token, body: { password: given, totpCode } });
    assert.equal((await disable('not this one', phone.code(soon))).error.code, 'password_wrong');
    assert.equal((await disable(password, phone.code(soon, 40))).error.code, 'totp_wrong');
    assert.equal((await disable(password, phone.code(soon))).status, 200);
    assert.equal((await disable(password, phone.code(soon, 1))).error.code, 'totp_not_on');
    assert.equal((await signIn(admin)).status, 200);
    assert.deepEqual(await changesOf(admin), [
      ['totp.enable', admin.id],
      ['totp.disable', admin.id],
    ]);
  });

  test('new recovery codes end the old ones', async (t) => {
    const admin = await createAdmin(app);
    const { phone, recoveryCodes } = await enrol(app, admin);
    const soon = await later(t, 90_000);
    const body = { password, totpCode: phone.code(soon) };
    const renewed = await soon.call(contract.renewRecoveryCodes, { token: admin.token, body });
    assert.deepEqual(await outcome(signIn(admin, recoveryCodes[0])), [403, 'totp_wrong']);
    assert.equal((await signIn(admin, renewed.data.recoveryCodes[0])).status, 200);
  });

  test('another administrator can do it for a user without phone and codes, which ends that user’s sessions', async () => {
    const [lost, helper] = [await createAdmin(app), await createAdmin(app)];
    await enrol(app, lost);
    const reset = (id: string, token: string) => app.call(contract.resetTotp, { params: { id }, token });
    assert.equal((await reset(lost.id, lost.token)).error.code, 'totp_own');
    assert.equal((await reset(lost.id, helper.token)).status, 200);
    assert.equal((await reset(lost.id, helper.token)).error.code, 'totp_not_on');
    assert.equal((await app.call(me, { token: lost.token })).status, 401);
    assert.equal((await signIn(lost)).status, 200);
    assert.deepEqual(await changesOf(helper), [['totp.disable', lost.id]]);
  });
});

describe('if the operator requires the second step', () => {
  test('an administrator without it has no rights until it is on', async (t) => {
    const strict = await later(t, 0, { ADMIN_TOTP: 'required' });
    const admin = await createAdmin(app);
    assert.equal(await adminCall(admin.token, strict), 'second_step_needed');
    await enrol(strict, admin);
    assert.equal(await adminCall(admin.token, strict), 200);
  });
});

describe('a secret', () => {
  test('opens with the old key while both are set, and not without it; recovery codes need no key', async (t) => {
    const [old, fresh] = ['an old key of thirty-two letters and more', 'a new key of thirty-two letters and more'];
    const admin = await createAdmin(app);
    const { phone, recoveryCodes } = await enrol(await later(t, 0, { SECRETS_KEY: old }), admin);
    const both = await later(t, 90_000, { SECRETS_KEY: `${fresh},${old}` });
    assert.equal((await signIn(admin, phone.code(both), both)).status, 200);
    const without = await later(t, 180_000, { SECRETS_KEY: fresh });
    assert.equal((await signIn(admin, phone.code(without), without)).status, 500);
    assert.equal((await signIn(admin, recoveryCodes[0], without)).status, 200);
  });
});

async function changesOf(actor: TestUser): Promise<[string, string | null][]> {
  const rows = await allRows<{ action: string; subject: string | null }>(
    app.db,
    sql`select action, subject from audit_log where actor_id = ${actor.id} order by id`,
  );
  return rows.map(({ action, subject }) => [action, subject]);
}
