import { resetTotp } from '@keepsake/contract/accounts/totp';
import { getCustomer } from '@keepsake/contract/admin/customer-page';
import { listUsers, setRole, signOutUser } from '@keepsake/contract/accounts/users';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openTab, pageOf } from '../../../test/admin.ts';
import { type Answer, never, refuse, reply } from '../../../test/answers.ts';
import { expectAccessible, expectNoOverflow, testLooks } from '../../../test/looks.ts';
import { idOf, longWord } from '../../../test/orders.ts';
import { expectAlert, expectLoading, expectPath, expectText, press } from '../../../test/screen.ts';
import { admin } from '../../../test/users.ts';
import { resizeTo } from '../../../test/window.ts';
import { testVariations } from '../../../test/variations.ts';

const bela = {
  id: idOf(1),
  name: 'Bela Kiss',
  email: 'bela@example.com',
  role: 'User' as const,
  verified: true,
  disabled: false,
  createdAt: '2026-10-01T08:00:00Z',
  lastLogin: null,
  totp: false,
};
const ada = { ...bela, id: admin.id, name: admin.name, email: admin.email, role: 'Admin' as const, totp: true };
const one = { more: false };
const open = (...answers: Answer[]) => openTab('users', [reply(listUsers, pageOf([bela, ada], one)), ...answers]);

async function act(name: string, action: string): Promise<void> {
  await press(`Manage ${name}`);
  await press(action);
  await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
}

describe('the users', () => {
  testLooks('the users', async () => {
    await open(reply(listUsers, pageOf([{ ...bela, name: longWord, email: `${longWord}@example.com` }, ada], one, 30)));
    await expectText(longWord);
  });

  test('are loading', async () => {
    await open(never(listUsers));
    await expectLoading();
  });

  test('say why they cannot be shown', async () => {
    await open(refuse(listUsers, 'second_step_needed'));
    await expectAlert('Administrators need two-step sign-in here.');
  });

  test('have a text if nobody matches', async () => {
    await open(reply(listUsers, pageOf([], one)));
    await expectText('No user matches.');
  });

  test('are none on a page past the end', async () => {
    await openTab('users&page=99', [reply(listUsers, pageOf([], one, 21))]);
    await expectText('Nothing is left on this page.');
    await expect.element(page.getByText('No user matches.')).not.toBeInTheDocument();
  });

  testVariations([390, 700, 1024, 1280])('can be managed whatever their names, at %i pixels', async (width) => {
    await resizeTo(width, 900);
    const long = { ...bela, name: longWord + longWord, email: `${longWord}@${longWord}.example` };
    await open(reply(listUsers, pageOf([long, ada], one)));
    const button = page.getByRole('button', { name: 'Manage Ada Keeper' });
    await expect.element(button).toBeVisible();
    const frame = page.getByRole('table').element().parentElement?.getBoundingClientRect();
    expect(button.element().getBoundingClientRect().right).toBeLessThanOrEqual(frame?.right ?? 0);
    await expectNoOverflow([width]);
  });

  test('are searched for, filtered and sorted by the address', async () => {
    await resizeTo(1280, 900);
    const server = await open(never(getCustomer));
    await page.getByLabelText('Name or email').fill('BELA');
    await page.getByLabelText('Role').selectOptions('Administrator');
    await page.getByLabelText('Email verified').selectOptions('No');
    await press('Show');
    await expectPath('/admin?tab=users&search=BELA&role=Admin&verified=false');
    await expect
      .poll(() => server.sent(listUsers).at(-1)?.query)
      .toMatchObject({ search: 'BELA', role: 'Admin', verified: 'false' });
    const name = page.getByRole('columnheader', { name: 'Name' });
    await name.getByRole('button').click();
    await expectPath('/admin?tab=users&search=BELA&role=Admin&verified=false&sort=name&direction=asc');
    await expect.element(name).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('link', { name: 'Clear filter' }).click();
    await expectPath('/admin?tab=users&sort=name&direction=asc');
    await page.getByRole('link', { name: 'Bela Kiss' }).click();
    await expectPath(`/admin?tab=users&user=${bela.id}`);
  });

  test('who never signed in are marked', async () => {
    await open();
    await expect.element(page.getByRole('row', { name: /Bela Kiss/ })).toMatchTextContent(/Never/);
    await expect.element(page.getByRole('row', { name: /Ada Keeper/ })).toMatchTextContent(/Administrator/);
  });
});

describe('a user', () => {
  testLooks('what can be done to a user', async () => {
    await open();
    await press('Manage Ada Keeper');
    await expect.element(page.getByRole('dialog', { name: 'Ada Keeper' })).toBeVisible();
  });

  test('is changed only after a confirmation', async () => {
    await open();
    await press('Manage Bela Kiss');
    await press('Make administrator');
    await expectText('Whoever signs in as bela@example.com can then see and change everything here');
    await expectAccessible();
    await press('Cancel');
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('becomes an administrator', async () => {
    const server = await open(reply(setRole, { user: { ...bela, role: 'Admin' } }));
    await act('Bela Kiss', 'Make administrator');
    await expectText('Bela Kiss is an administrator now');
    expect(server.sent(setRole)[0]).toMatchObject({ params: { id: bela.id }, body: { role: 'Admin' } });
  });

  testVariations([
    { code: 'address_not_verified', words: 'The email address of this user has not been verified yet.' },
    { code: 'last_admin', words: 'This is the last administrator. Please make somebody else an administrator first.' },
  ] as const)('keeps the role where it cannot be another: $code', async ({ code, words }) => {
    await open(refuse(setRole, code));
    await act('Bela Kiss', 'Make administrator');
    await expectText(words);
  });

  test('is signed out everywhere', async () => {
    await open(reply(signOutUser, { message: 'ok' }));
    await act('Bela Kiss', 'Sign out everywhere');
    await expectText('Bela Kiss is signed out everywhere');
  });

  test('who has lost phone and codes gets two-step sign-in turned off', async () => {
    await open(refuse(resetTotp, 'totp_own'));
    await act('Ada Keeper', 'Turn off two-step sign-in');
    await expectText('Please turn off your own two-step sign-in in your profile.');
  });
});
