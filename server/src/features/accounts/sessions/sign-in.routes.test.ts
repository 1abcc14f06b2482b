import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import * as accounts from '@keepsake/contract/accounts/accounts';
import { startTestApp, type TestApp, type TestUser } from '../../../../test/harness.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../../test/statements.ts';
import { verifySignInPassword } from '../account-limits.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { findUserByEmail } from '../user.queries.ts';

const password = 'a lamp on the pier';

async function withPassword(app: TestApp, user: Parameters<TestApp['createUser']>[0] = {}): Promise<TestUser> {
  const created = await app.createUser(user);
  await runStatement(
    app.db,
    sql`update users set password_hash = ${await hashPassword(password)} where id = ${created.id}`,
  );
  return created;
}

describe('signing in', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(undefined);
  });

  test('every sign-in returns its own token, and records the day', async () => {
    const { id, email } = await withPassword(app);
    const tokens = [];
    const dayBefore = today();
    for (const address of [email, email.toUpperCase()]) {
      const answer = await app.call(accounts.login, { body: { email: address, password } });
      assert.equal(answer.status, 200);
      tokens.push(answer.data.token);
    }
    assert.notEqual(tokens[0], tokens[1]);
    assert.ok(tokens.every((token) => /^[A-Za-z0-9_-]{43}$/.test(token)));
    const days = await allRows<{ day: string }>(app.db, sql`select day::text from user_activity where user_id = ${id}`);
    assert.ok(days.length === 1 || dayBefore !== today(), 'one entry a day');
    assert.ok([dayBefore, today()].includes(days[0]?.day ?? ''));
  });

  test('an unknown address and a wrong password get the same answer after similar work', async () => {
    const { email } = await withPassword(app);
    const request = async (address: string) => {
      const before = process.cpuUsage();
      const answer = await app.call(accounts.login, { body: { email: address, password: 'not this one' } });
      const { user, system } = process.cpuUsage(before);
      return { ms: (user + system) / 1000, answer };
    };
    const wrong = [];
    const unknown = [];
    for (let i = 0; i < 9; i += 1) {
      wrong.push(await request(email));
      unknown.push(await request(`nobody-${i}@example.com`));
    }
    for (const { answer } of [...wrong, ...unknown]) {
      assert.equal(answer.status, 401);
      assert.deepEqual(answer.error, { error: 'Login failed', code: 'login_failed' });
    }
    // Processor time: a busy machine makes some requests take longer.
    const median = (list: { ms: number }[]) => list.map(({ ms }) => ms).toSorted((a, b) => a - b)[4] ?? 0;
    const ratio = median(unknown) / median(wrong);
    assert.ok(ratio > 0.5 && ratio < 2, `unknown ${median(unknown)} ms, wrong ${median(wrong)} ms`);
  });

  test('reveals that an address is unverified only after the right password', async () => {
    const { id, email } = await withPassword(app);
    await runStatement(app.db, sql`update users set email_verified_at = null where id = ${id}`);
    const signIn = (given: string) => app.call(accounts.login, { body: { email, password: given } });
    assert.equal((await signIn('not this one')).error.code, 'login_failed');
    const right = await signIn(password);
    assert.equal(right.status, 403);
    assert.equal(right.error.error, 'Email not verified');
  });

  test('a password is compared as it was typed', async () => {
    const { email } = await withPassword(app);
    for (const variant of [` ${password}`, `${password} `, password.toUpperCase(), password.slice(0, -1)]) {
      assert.equal((await app.call(accounts.login, { body: { email, password: variant } })).status, 401, variant);
    }
  });

  test('an account without a password cannot be entered', async () => {
    const { id, email } = await app.createUser();
    for (const hash of [null, '', 'none', '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA']) {
      await runStatement(app.db, sql`update users set password_hash = ${hash} where id = ${id}`);
      const answer = await app.call(accounts.login, { body: { email, password: 'undefined' } });
      assert.equal(answer.status, 401, String(hash));
    }
  });

  test('a hash of an earlier cost still opens the account and is renewed', async () => {
    const { id, email } = await withPassword(app);
    const cheap = await cheapHash(password);
    await runStatement(app.db, sql`update users set password_hash = ${cheap} where id = ${id}`);
    assert.equal((await app.call(accounts.login, { body: { email, password } })).status, 200);
    const row = await firstRow<{ passwordHash: string }>(app.db, sql`select password_hash from users where id = ${id}`);
    assert.match(row?.passwordHash ?? '', /\$m=19456,t=2,p=1\$/);
    assert.equal((await app.call(accounts.login, { body: { email, password } })).status, 200);
  });

  test('several sign-ins at once all succeed', async () => {
    const { email } = await withPassword(app);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.call(accounts.login, { body: { email, password } })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array<number>(8).fill(200),
    );
  });
});

describe('guessing', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(undefined, { settings: { RATE_LIMIT: 'on' } });
  });

  const guess = (email: string, given = 'not this one') =>
    app.call(accounts.login, { body: { email, password: given } });

  test('ends after ten failures, for a known account and an unknown one alike', async () => {
    const { email } = await withPassword(app);
    for (const address of [email, 'guessed-nobody@example.com']) {
      const statuses = [];
      for (let i = 0; i < 12; i += 1) statuses.push((await guess(address)).status);
      assert.deepEqual(statuses, [...Array<number>(10).fill(401), 429, 429]);
      const refused = await guess(address, password);
      assert.equal(refused.status, 429);
      const wait = Number(refused.headers.get('retry-after'));
      assert.ok(wait > 0 && wait <= 900, String(wait));
    }
  });

  test('concurrently does not bypass the limit: the correct one after thirty wrong ones is not even checked', async () => {
    const { email } = await withPassword(app);
    const account = { email, user: await findUserByEmail(app.db, email) };
    const guesses = [...Array<string>(30).fill('not this one'), password];
    const tries = guesses.map((given) => verifySignInPassword(app.deps, account, given, '192.0.2.1'));
    const outcomes = await Promise.allSettled(tries);
    const last = outcomes.at(-1);
    assert.equal(last?.status === 'rejected' && last.reason.code, 'rate_limited');
  });

  test('a right password clears the count', async () => {
    const { email } = await withPassword(app);
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 9; i += 1) assert.equal((await guess(email)).status, 401);
      assert.equal((await guess(email, password)).status, 200);
    }
  });
});

async function cheapHash(message: string): Promise<string> {
  const { argon2Sync, randomBytes } = await import('node:crypto');
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', { message, nonce, memory: 8192, passes: 1, parallelism: 1, tagLength: 32 });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(tag)}`;
}

/** The date in UTC. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}
