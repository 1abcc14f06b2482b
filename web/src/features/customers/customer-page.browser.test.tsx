import {
  type CustomerPage,
  deleteCustomer,
  disableUser,
  enableUser,
  exportCustomer,
  getCustomer,
  sendAccountMail,
} from '@keepsake/contract/admin/customer-page';
import { listUsers, signOutUser } from '@keepsake/contract/accounts/users';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openTab, pageOf } from '../../../test/admin.ts';
import { type Answer, never, refuse, reply } from '../../../test/answers.ts';
import { expectReadableTables, testLooks } from '../../../test/looks.ts';
import { customerPage as customer, longName } from '../../../test/order-page.ts';
import { idOf } from '../../../test/orders.ts';
import { expectAlert, expectLoading, expectPath, expectText, press } from '../../../test/screen.ts';
import { admin } from '../../../test/users.ts';

const open = (shown: CustomerPage = customer, ...answers: Answer[]) =>
  openTab(`users&user=${customer.id}`, [reply(getCustomer, { customer: shown }), ...answers]);
const dialog = () => page.getByRole('alertdialog');
const act = async (name: string) => {
  await press(name);
  await dialog().getByRole('button', { name }).click();
};

describe('the page of a customer', () => {
  testLooks('the page of a customer', async () => {
    await open();
    await expectText('Firefox, Windows');
  });

  test('shows that it is loading', async () => {
    await openTab(`users&user=${customer.id}`, [never(getCustomer)]);
    await expectLoading();
  });

  test('says why it cannot be shown', async () => {
    await openTab(`users&user=${idOf(9)}`, [refuse(getCustomer, 'not_found')]);
    await expectAlert('Not found.');
  });

  test('links to the orders, and says if there are older ones', async () => {
    await open();
    const link = page.getByRole('link', { name: 'Grandma’s 80th' });
    await expect.element(link).toHaveAttribute('href', `/admin?tab=orders&order=${idOf(1)}`);
    await expectText('These are the 50 newest.');
    await expect.element(page.getByRole('button', { name: 'Open invoice KS-2026-17' })).toBeVisible();
  });

  test('of somebody without orders says so', async () => {
    const none = { data: [], more: false };
    const empty = { orders: none, payments: none, invoices: none, mails: none, sessions: [] };
    await open({ ...customer, ...empty, lastLogin: null, verifiedAt: null });
    for (const words of [
      'No set yet.',
      'Nothing was charged yet.',
      'No invoice yet.',
      'Nowhere.',
      'Not verified',
      /Send the verification email\.$/,
    ])
      await expectText(words);
  });

  test('fits 390, 1280 and 1920 pixels with the longest names', async () => {
    const [order] = customer.orders.data;
    const [invoice] = customer.invoices.data;
    await open({
      ...customer,
      name: longName,
      email: `${longName}@example.com`,
      sessions: customer.sessions.map((session) => ({ ...session, device: longName })),
      orders: { data: order ? [{ ...order, name: longName }] : [], more: false },
      invoices: { data: invoice ? [{ ...invoice, partnerName: longName }] : [], more: false },
    });
    await expectReadableTables([390, 1280, 1920]);
  });
});

describe('a customer', () => {
  test('is disabled and enabled again, each after a confirmation', async () => {
    const disabled = { ...customer, disabledAt: '2026-11-21T08:00:00Z', sessions: [] };
    const server = await open(customer, refuse(disableUser, 'last_admin'));
    await act('Disable the account');
    await expectText('This is the last administrator.');
    server.answer(reply(disableUser, { customer: disabled }), reply(getCustomer, { customer: disabled }));
    await press('Disable the account');
    await expectText('Paid films are made and kept as before');
    await dialog().getByRole('button', { name: 'Disable the account' }).click();
    await expectText('Disabled since');
    await expect.element(page.getByRole('button', { name: 'Start a data export' })).not.toBeInTheDocument();
    server.answer(reply(enableUser, { customer }), reply(getCustomer, { customer }));
    await act('Enable the account');
    await expectText('The account is enabled');
  });

  test('can be sent mails, and be signed out', async () => {
    const unverified = { ...customer, verifiedAt: null };
    const server = await open(
      unverified,
      reply(sendAccountMail, { customer: unverified }),
      reply(signOutUser, { message: 'ok' }),
    );
    await act('Send the verification email');
    await expectText('The email is on its way');
    await act('Send a link to a new password');
    await act('Sign out everywhere');
    await expectText('Rosa Lind is signed out everywhere');
    expect(server.sent(sendAccountMail).map(({ body }) => body)).toEqual([
      { about: 'verification' },
      { about: 'password' },
    ]);
  });

  test('gets the data export, and the administrator does not', async () => {
    const waiting = { ...customer, dataExport: { state: 'waiting', requestedAt: '2026-11-21T08:00:00Z' } } as const;
    const server = await open();
    await press('Start a data export');
    await expectText('You do not get the data yourself.');
    server.answer(reply(exportCustomer, { customer: waiting }), reply(getCustomer, { customer: waiting }));
    await dialog().getByRole('button', { name: 'Start a data export' }).click();
    await expectText('it is being made.');
    await expect.element(page.getByRole('button', { name: 'Start a data export' })).toBeDisabled();
  });

  test('is deleted once the address is typed', async () => {
    const server = await open(customer, reply(deleteCustomer, { message: 'ok' }), reply(listUsers, pageOf([])));
    await press('Delete the account');
    const button = dialog().getByRole('button', { name: 'Delete the account' });
    await expect.element(button).toBeDisabled();
    await dialog().getByLabelText('To confirm, type the address of the account').fill(customer.email);
    await button.click();
    await expectPath('/admin?tab=users');
    expect(server.sent(deleteCustomer)[0]?.body).toEqual({ email: customer.email });
  });

  test('who is the administrator at work can be neither signed out, disabled nor deleted here', async () => {
    await open({ ...customer, id: admin.id, role: 'Admin' });
    await expectText('This is your own account.');
    for (const name of ['Sign out everywhere', 'Disable the account', 'Delete the account'])
      await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
  });
});
