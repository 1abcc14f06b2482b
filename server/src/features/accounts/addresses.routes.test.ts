import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import * as accounts from '@keepsake/contract/accounts/accounts';
import { listUsers } from '@keepsake/contract/accounts/users';
import { linkIn } from '../../../test/mail-link.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { sql } from 'kysely';
import { allRows } from '../../../test/statements.ts';

const password = 'seven green bicycles';
const trap = 'Claim your prize at https://evil.example/now or evil.example';

describe('one mailbox, however its address is written', () => {
  const domains = [
    'bücher-példa.example',
    'BÜCHER-PÉLDA.example',
    'bu\u0308cher-pe\u0301lda.example',
    'ｂücher-példa．ｅxample',
  ];
  const ascii = 'xn--bcher-plda-h7a5t.example';
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(undefined, { settings: { RATE_LIMIT: 'on' } });
  });

  async function mailsTo(address: string) {
    await app.drain();
    return (await app.mails()).filter(({ to }) => to?.[0]?.address === address);
  }

  test('is one account, that every form of it signs in to', async () => {
    await app.call(accounts.register, { body: { name: 'Anna', email: `anna@${domains[0]}`, password } });
    const query = linkIn((await mailsTo(`anna@${ascii}`))[0], '/verify-email');
    assert.equal((await app.call(accounts.verifyEmail, { query })).status, 200);
    for (const email of [...domains, ascii, ascii.toUpperCase()].map((domain) => ` Anna@${domain} `)) {
      const answer = await app.call(accounts.login, { body: { email, password } });
      assert.equal(answer.data.user?.email, `anna@${ascii}`, email);
    }
  });

  test('gets five mails an hour of registrations, none of them with the stranger’s words', async () => {
    const forms = [...domains, ascii].flatMap((domain) => [`target@${domain}`, `ｔarget@${domain}`]);
    const statuses = [];
    for (const email of forms)
      statuses.push((await app.call(accounts.register, { body: { name: trap, email, password } })).status);
    assert.deepEqual(statuses, [...Array<number>(5).fill(201), ...Array<number>(5).fill(429)]);
    const mails = await mailsTo(`target@${ascii}`);
    assert.equal(mails.length, 5);
    for (const { subject, text, html, to } of mails)
      assert.ok(!/evil|prize/i.test([subject, text, html, to?.[0]?.name].join(' ')), text);
    const users = await allRows(app.db, sql`select email from users where name = ${trap}`);
    assert.deepEqual(users, [{ email: `target@${ascii}` }]);
  });

  const others: [string, string][] = [
    ['a soft hyphen', 'a@exam\u00adple.com'],
    ['a zero-width space', 'a@exam\u200bple.com'],
    ['a zero-width space before the @', 'a\u200b@example.com'],
    ['a zero-width joiner', 'a\u200d@example.com'],
    ['a mark of direction', 'a\u202e@example.com'],
    ['a filler that nobody sees', 'a\u3164@example.com'],
    ['a variation selector', 'a\ufe0f@example.com'],
    ['half of a surrogate', 'a\ud800@example.com'],
    ['an encoded letter in the domain', 'a@ex%61mple.com'],
    ['a port', 'a@example.com:25'],
    ['an address of a machine', 'a@127.0.0.1'],
    ['two signs', 'a@b@example.com'],
    ['a full-width sign and another', 'a＠b@example.com'],
  ];
  for (const [name, email] of others) {
    test(`${name} is refused everywhere an address is typed: ${JSON.stringify(email)}`, async () => {
      for (const answer of [
        await app.call(accounts.register, { body: { name: 'Anna', email, password } }),
        await app.call(accounts.login, { body: { email, password } }),
        await app.call(accounts.forgotPassword, { body: { email } }),
        await app.call(accounts.resendVerification, { body: { email } }),
      ]) {
        assert.equal(answer.status, 400);
        assert.deepEqual(answer.error.fields, { email: 'Enter an e-mail address such as name@example.com.' });
      }
    });
  }

  test('is found by administrators in every form', async () => {
    const admin = await app.createUser({ role: 'Admin' });
    const user = await app.createUser({ email: `found@${ascii}` });
    for (const search of [`Found@${domains[0]}`, `found@${ascii}`, 'bücher-példa', 'FOUND@']) {
      const { data } = (await app.call(listUsers, { token: admin.token, query: { search } })).data;
      assert.ok(
        data.some(({ id }) => id === user.id),
        search,
      );
    }
  });
});

test('ADMIN_EMAIL names the same mailbox in any form', async (t) => {
  const before = await startTestApp(t);
  const user = await before.createUser({ email: 'boss@xn--bcher-kva.example' });
  const settings = { ADMIN_EMAIL: ' Boss@Bücher.example' };
  const app = await startTestApp(t, { settings, databaseUrl: before.deps.config.DATABASE_URL });
  assert.equal((await app.call(accounts.me, { token: user.token })).data.user.role, 'Admin');
});

test('mails carry the reader’s name once the address is verified, and no name before', async (t) => {
  const app = await startTestApp(t);
  const email = 'named@example.com';
  for (const language of ['en', 'hu', 'de', 'fr', 'es']) {
    const body = { name: trap, email: `${language}.${email}`, password, defaultLanguage: language };
    await app.call(accounts.register, { body });
    await app.call(accounts.forgotPassword, { body: { email: body.email } });
  }
  const owner = await app.createUser({ name: 'Ada Kovács', email });
  await app.call(accounts.forgotPassword, { body: { email: owner.email } });
  await app.drain();
  const mails = await app.mails();
  assert.equal(mails.length, 11);
  for (const { to, text, html } of mails) {
    const isOwner = to?.[0]?.address === email;
    assert.equal(to?.[0]?.name, isOwner ? 'Ada Kovács' : '');
    assert.equal(/Ada Kovács/.test(text ?? ''), isOwner);
    assert.ok(!/evil|undefined/.test(`${text} ${html}`), text);
  }
});
