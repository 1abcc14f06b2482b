import assert from 'node:assert/strict';
import { deleteAccount } from '@keepsake/contract/accounts/accounts';
import { listAudit, type AuditAction } from '@keepsake/contract/admin/audit';
import { sql } from 'kysely';
import { describe, test } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import { firstRow, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';
import { hashPassword } from '../accounts/passwords/password-hash.ts';
import { deleteOldActorNames, recordChange } from '../journal/audit.queries.ts';

const app = await startTestApp(undefined);
const { id: veraId, token } = await app.createUser({ role: 'Admin', name: 'Vera Nagy' });

describe('the audit log', () => {
  test('is append-only', async () => {
    await note('pricing.set');
    for (const change of [sql`update audit_log set action = 'a.b'`, sql`delete from audit_log`])
      await assert.rejects(runStatement(app.db, change), /only ever added to/);
  });

  test('is listed newest first, in pages, by administrator, action, subject and date', async () => {
    const other = await app.createUser({ role: 'Admin', name: 'Imre' });
    const subject = newId();
    await note('prompts.update', subject);
    await note('prompts.delete', subject);
    await note('prompts.delete', subject, other.id);
    const listed = async (query: Record<string, string | number>) => {
      const { data } = await app.call(listAudit, { query: { subject, ...query }, token });
      return { ...data, data: data.data.map(({ action, actor }) => `${actor.name}: ${action}`) };
    };
    const all = ['Imre: prompts.delete', 'Vera Nagy: prompts.delete', 'Vera Nagy: prompts.update'];
    assert.deepEqual((await listed({})).data, all);
    assert.deepEqual((await listed({ limit: 2, page: 2 })).data, all.slice(2));
    assert.equal((await listed({ limit: 2, page: 2 })).total, 3);
    assert.deepEqual((await listed({ actor: other.id })).data, all.slice(0, 1));
    assert.deepEqual((await listed({ action: 'prompts.update' })).data, all.slice(2));
    const { now } = (await firstRow<{ now: string }>(
      app.db,
      sql`select to_char(app_now() at time zone 'utc', 'YYYY-MM-DD') as now`,
    )) ?? { now: '' };
    assert.deepEqual((await listed({ from: now, to: now })).data, all);
    assert.deepEqual((await listed({ to: '2020-01-01' })).data, []);
    assert.ok((await listed({})).actors.some(({ id, name }) => id === other.id && name === 'Imre'));
    assert.equal((await app.call(listAudit, { query: { action: 'nothing.like_it' }, token })).status, 400);
  });

  test('keeps the name of a deleted administrator for a year, then only the id', async (t) => {
    const leaver = await app.createUser({ role: 'Admin', name: 'Old Admin' });
    const password = 'a long enough secret';
    await runStatement(
      app.db,
      sql`update users set password_hash = ${await hashPassword(password)} where id = ${leaver.id}`,
    );
    await note('prompts.create', leaver.id, leaver.id);
    assert.equal((await app.call(deleteAccount, { body: { password }, token: leaver.token })).status, 200);
    const actor = async () => (await app.call(listAudit, { query: { subject: leaver.id }, token })).data.data[0]?.actor;
    assert.deepEqual(await actor(), { id: leaver.id, name: 'Old Admin', email: leaver.email, deleted: true });

    const later = await startTestApp(t, {
      databaseUrl: app.deps.config.DATABASE_URL,
      settings: { CLOCK_OFFSET_MS: String(366 * 86_400_000) },
    });
    assert.equal(await deleteOldActorNames(app.db), 0, 'not before the year is over');
    assert.equal(await deleteOldActorNames(later.db), 1);
    assert.deepEqual(await actor(), { id: leaver.id, name: null, email: null, deleted: true });
  });

  test('shows an administrator’s current name', async () => {
    const admin = await app.createUser({ role: 'Admin', name: 'Before' });
    await note('prompts.create', admin.id, admin.id);
    await runStatement(app.db, sql`update users set name = 'After' where id = ${admin.id}`);
    await note('prompts.create', admin.id, admin.id);
    const { data } = await app.call(listAudit, { query: { subject: admin.id }, token });
    assert.deepEqual(
      data.data.map(({ actor }) => actor.name),
      ['After', 'After'],
    );
  });
});

async function note(action: AuditAction, subject: string | null = null, userId = veraId): Promise<void> {
  await recordChange(app.db, { actor: { userId }, action, subject, before: { a: 1 }, after: { a: 2 } });
}
