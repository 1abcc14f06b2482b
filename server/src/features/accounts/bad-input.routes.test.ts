import assert from 'node:assert/strict';
import { beforeAll, test } from 'vitest';
import * as accounts from '@keepsake/contract/accounts/accounts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { sql } from 'kysely';
import { allRows } from '../../../test/statements.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(undefined);
});

const good = { name: 'Ilse Brandt', email: 'ilse@example.com', password: 'seven green bicycles' };

/** A wrong value per field, and its error. */
const wrong: [field: string, value: unknown, text: RegExp][] = [
  ['name', undefined, /required/],
  ['name', '', /required/],
  ['name', '   ', /required/],
  ['name', 'x'.repeat(101), /at most 100/],
  ['name', ['Ilse'], /wrong type/],
  ['name', { first: 'Ilse' }, /wrong type/],
  ['name', 7, /wrong type/],
  ['name', null, /wrong type/],
  ['name', 'Ilse\r\nBcc: thief@example.com', /wrong format/],
  ['name', 'Ilse\u0000', /wrong format/],
  ['email', undefined, /required/],
  ['email', 'ilse', /e-mail address/],
  ['email', 'ilse@example', /e-mail address/],
  ['email', 'il\u0000se@example.com', /e-mail address/],
  ['email', 'ilse@example.com\r\nBcc: thief@example.com', /e-mail address/],
  ['email', 'ilse@example.com,thief@example.com', /e-mail address/],
  ['email', '"ilse <x>"@example.com', /e-mail address/],
  ['email', ['ilse@example.com'], /wrong type/],
  ['email', `${'x'.repeat(250)}@example.com`, /at most 254/],
  ['password', undefined, /required/],
  ['password', 'short', /at least 8/],
  ['password', 'x'.repeat(257), /at most 256/],
  ['password', ['seven green bicycles'], /wrong type/],
  ['password', 'qwertyuiop', /too common/],
  ['password', 'IlseBrandt99', /your name/],
  ['password', 'my-Keepsake-2026', /name of this service/],
  ['defaultLanguage', 'xx', /not one of those/],
  ['defaultLanguage', ['en'], /wrong|not one of those/],
  ['newsletterConsent', 'yes', /wrong type/],
  ['newsletterConsent', 1, /wrong type/],
];

for (const [field, value, text] of wrong) {
  test(`registering with ${field} = ${String(JSON.stringify(value)).slice(0, 40)} is refused with the field and the reason`, async () => {
    const answer = await app.call(accounts.register, { body: { ...good, [field]: value } });
    assert.equal(answer.status, 400);
    assert.equal(answer.error.code, 'validation_failed');
    assert.deepEqual(Object.keys(answer.error.fields ?? {}), [field]);
    assert.match(answer.error.fields?.[field] ?? '', text);
    assert.deepEqual(await allRows(app.db, sql`select id from users`), []);
  });
}

const bodies: [what: string, body: string, type: string, status: number][] = [
  ['nothing', '', 'application/json', 400],
  ['no JSON', '{"email":', 'application/json', 400],
  ['a list', '[]', 'application/json', 400],
  ['a text', '"hello"', 'application/json', 400],
  ['null', 'null', 'application/json', 400],
  ['a prototype key', '{"__proto__":{"role":"Admin"},"email":"a@example.com","password":"x"}', 'application/json', 400],
  [
    'a constructor key',
    '{"constructor":{"prototype":{"role":"Admin"}},"email":"a@b.example"}',
    'application/json',
    400,
  ],
  ['a form', 'email=a%40example.com&password=x', 'application/x-www-form-urlencoded', 415],
  ['plain text', '{"email":"a@example.com","password":"x"}', 'text/plain', 415],
  ['far too much', JSON.stringify({ ...good, name: 'x'.repeat(300_000) }), 'application/json', 413],
];

for (const [what, body, type, status] of bodies) {
  test(`signing in with ${what} is refused with ${status}`, async () => {
    const answer = await fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    assert.equal(answer.status, status);
    const error = (await answer.json()) as { error: string; code: string };
    assert.ok(error.error && error.code);
    assert.doesNotMatch(JSON.stringify(error), /stack|select |node_modules/i);
  });
}

test('properties that every object inherits are not accepted as fields', async () => {
  const answer = await app.call(accounts.register, {
    body: { ...good, name: undefined, toString: 'x', hasOwnProperty: 'y' },
  });
  assert.equal(answer.status, 400);
  assert.deepEqual(Object.keys(answer.error.fields ?? {}), ['name']);
});

const links: [what: string, query: Record<string, string>, field: string][] = [
  ['no token', { userId: '0199aa00-0000-7000-8000-000000000001' }, 'token'],
  ['a short token', { token: 'short', userId: '0199aa00-0000-7000-8000-000000000001' }, 'token'],
  [
    'a token with other characters',
    { token: `${'a'.repeat(42)}'`, userId: '0199aa00-0000-7000-8000-000000000001' },
    'token',
  ],
  ['no user', { token: 'a'.repeat(43) }, 'userId'],
  ['a user that is no id', { token: 'a'.repeat(43), userId: "1' or '1'='1" }, 'userId'],
];

for (const [what, query, field] of links) {
  test(`a verification link with ${what} is refused`, async () => {
    const answer = await app.call(accounts.verifyEmail, { query });
    assert.equal(answer.status, 400);
    assert.deepEqual(Object.keys(answer.error.fields ?? {}), [field]);
  });
}

test('a link with its token twice is refused, not guessed at', async () => {
  const answer = await fetch(
    `${app.url}/api/auth/verify-email?token=${'a'.repeat(43)}&token=${'b'.repeat(43)}&userId=0199aa00-0000-7000-8000-000000000001`,
  );
  assert.equal(answer.status, 400);
});

test('a profile change with both password and name, or with a name that is no text, is refused', async () => {
  const { token } = await app.createUser();
  for (const body of [
    { currentPassword: 'x', newPassword: 'seven green bicycles', name: 'Ada' },
    { newPassword: 'seven green bicycles' },
    { name: ['Ada'] },
    { name: '' },
    { name: 'Ada\nKovács' },
  ]) {
    const answer = await app.call(accounts.updateProfile, { token, body });
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.ok(Object.keys(answer.error.fields ?? {}).length > 0);
  }
});
