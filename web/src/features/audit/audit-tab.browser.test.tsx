import { type AuditEntry, listAudit, machineActorId } from '@keepsake/contract/admin/audit';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openTab, pageOf } from '../../../test/admin.ts';
import { never, refuse, reply } from '../../../test/answers.ts';
import { expectAccessible, expectReadableTables, testLooks } from '../../../test/looks.ts';
import { idOf, longWord } from '../../../test/orders.ts';
import { expectAlert, expectLoading, expectPath, expectText, press } from '../../../test/screen.ts';
import { admin } from '../../../test/users.ts';

const actor = { id: admin.id, name: admin.name, email: admin.email, deleted: false };

function anEntry(id: number, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id,
    at: '2026-11-20T08:00:00Z',
    actor,
    action: 'orders.record_refund',
    subject: idOf(1),
    before: { refunded: 0, left: 5, note: '', payment: 'pi_1', by: '' },
    after: { refunded: 2, left: 3, note: longWord, payment: 'pi_2', by: 'ada' },
    ...more,
  };
}

const log = reply(
  listAudit,
  pageOf(
    [
      anEntry(4),
      anEntry(3, { action: 'orders.grant_films', before: { films: 1 }, after: { films: 2 } }),
      anEntry(2, {
        action: 'a.newer_action',
        actor: { ...actor, name: null, email: null, deleted: true },
        before: null,
        after: null,
      }),
      anEntry(1, { action: 'users.set_role', actor: { ...actor, id: machineActorId }, before: 'User', after: 'Admin' }),
    ],
    { actors: [actor] },
    14,
  ),
);
const none = reply(listAudit, pageOf([], { actors: [] }));
const table = () => page.getByRole('table', { name: 'Changes of administrators' });
const inTable = (words: string) => table().getByText(words, { exact: false }).first();

testLooks('the audit log', async () => {
  await openTab('audit', [log]);
  await expect.element(inTable('Films granted')).toBeVisible();
});

test('the audit log has room for what was changed beside the longest address', async () => {
  const long = { ...actor, name: longWord, email: `${longWord.repeat(3)}@example.com` };
  await openTab('audit', [reply(listAudit, pageOf([anEntry(1, { actor: long })], { actors: [long] }))]);
  await expect.element(inTable(long.email)).toBeVisible();
  await expectReadableTables([390, 768, 1280, 1920]);
});

test('the audit log is loading', async () => {
  await openTab('audit', [never(listAudit)]);
  await expectLoading();
});

test('the audit log says why it cannot be shown', async () => {
  await openTab('audit', [refuse(listAudit, 'internal_error')]);
  await expectAlert('Something went wrong. Please try again.');
});

test('the audit log is empty', async () => {
  await openTab('audit', [none]);
  await expectText('Nothing has been changed yet.');
});

test('the audit log shows who changed what', async () => {
  await openTab('audit', [log]);
  for (const words of [
    'On the machine',
    'Former administrator',
    'Account deleted',
    'a.newer_action',
    'No value changed',
  ])
    await expect.element(inTable(words)).toBeVisible();
  await table().getByText('5 fields').click();
  await expect.element(table().getByText('refunded', { exact: true })).toBeVisible();
  await expectAccessible();
});

test('the audit log is filtered by the address', async () => {
  const server = await openTab('audit', [log]);
  await page.getByLabelText('What').selectOptions('Refund recorded');
  server.answer(reply(listAudit, pageOf([anEntry(4)], { actors: [actor] })));
  await press('Show');
  await expectPath('/admin?tab=audit&action=orders.record_refund');
  await expect.element(inTable('Films granted')).not.toBeInTheDocument();
  server.answer(log);
  await page.getByRole('link', { name: 'Clear filter' }).click();
  await expect.element(inTable('Films granted')).toBeVisible();
});

test('the audit log says that no change fits', async () => {
  await openTab('audit&subject=nothing', [none]);
  await expectText('No change fits this filter.');
});
