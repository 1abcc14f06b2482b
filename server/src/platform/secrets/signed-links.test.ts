import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { createClock } from '../time/clock.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../test/statements.ts';
import { createSignedLinks, type SignedLinks } from './signed-links.ts';

const path = '/uploads/a.jpg';
const clock = createClock();

test('processes that start at the same moment share one key', async (t) => {
  const { db } = await startTestApp(t);
  for (let round = 0; round < 5; round++) {
    await runStatement(db, sql`delete from signing_keys`);
    await Promise.all(Array.from({ length: 6 }, () => createSignedLinks(db, clock, undefined)));
    assert.equal((await allRows(db, sql`select 1 from signing_keys`)).length, 1);
  }
});

test('running processes learn of a new key by the first link that it signed, and old links stay valid', async (t) => {
  const { db } = await startTestApp(t);
  const before = await createSignedLinks(db, clock, undefined);
  const old = before.sign(path, 'view');
  await runStatement(db, sql`insert into signing_keys (id, secret) values ('newer', ${randomBytes(32)})`);
  const after = await createSignedLinks(db, clock, undefined);
  const fresh = after.sign(path, 'view');
  assert.match(fresh, /k=newer/);
  await until(() => isGood(before, fresh));
  assert.ok(await isGood(after, old));
  assert.match(before.sign(path, 'view'), /k=newer/, 'and signs from then on');
});

test('with several keys in the setting the first one signs and all verify', async (t) => {
  const { db } = await startTestApp(t);
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
  const old = await createSignedLinks(db, clock, first);
  const both = await createSignedLinks(db, clock, `${second},${first}`);
  const next = await createSignedLinks(db, clock, second);
  assert.ok(await isGood(both, old.sign(path, 'view')));
  assert.ok(await isGood(next, both.sign(path, 'view')));
  assert.ok(!(await isGood(next, old.sign(path, 'view'))));
});

function isGood(links: SignedLinks, link: string): Promise<boolean> {
  const { pathname, searchParams } = new URL(link, 'http://x');
  return links.verify(pathname, Object.fromEntries(searchParams)).then(
    (purpose) => purpose === 'view',
    () => false,
  );
}
