import assert from 'node:assert/strict';
import { test } from 'vitest';
import { startTestApp } from '../../test/harness.ts';
import { sql } from './db.ts';
import { migrate } from './migrate.ts';

test('addresses of accounts that are there already come into the form in which they are stored from now on', async (t) => {
  const app = await startTestApp(t);
  const url = app.deps.config.DATABASE_URL ?? '';
  const accounts = {
    plain: await app.createUser({ email: 'plain@example.com' }),
    umlaut: await app.createUser({ email: 'anna@bücher.example' }),
    softHyphen: await app.createUser({ email: 'soft@exam\u00adple.com' }),
    wide: await app.createUser({ email: 'ｗide@example.com' }),
    twin: await app.createUser({ email: 'twin@bücher.example' }),
    otherTwin: await app.createUser({ email: 'twin@xn--bcher-kva.example' }),
    verified: await app.createUser({ email: 'boss@bücher.example' }),
    unverified: await app.createUser({ email: 'boss@xn--bcher-kva.example' }),
    lost: await app.createUser({ email: 'lo\u200bst@example.com' }),
    lostButVerified: await app.createUser({ email: 'kept\u200b@example.com' }),
  };
  await app.db.run(sql`
    update users set email_verified_at = null where id in (${accounts.unverified.id}, ${accounts.lost.id})`);
  await app.db.run(sql`delete from migrations where name = '0056-canonical-addresses.ts'`);
  assert.deepEqual(await migrate(url), ['0056-canonical-addresses.ts']);

  const rows = await app.db.query<{ id: string; email: string }>(sql`select id, email from users`);
  const stored = new Map(rows.map(({ id, email }) => [id, email]));
  assert.deepEqual(Object.fromEntries(Object.entries(accounts).map(([name, { id }]) => [name, stored.get(id)])), {
    plain: 'plain@example.com',
    umlaut: 'anna@xn--bcher-kva.example',
    softHyphen: 'soft@example.com',
    wide: 'wide@example.com',
    twin: 'twin@bücher.example',
    otherTwin: 'twin@xn--bcher-kva.example',
    verified: 'boss@xn--bcher-kva.example',
    unverified: undefined,
    lost: undefined,
    lostButVerified: 'kept\u200b@example.com',
  });
  assert.deepEqual(await migrate(url), []);
});
