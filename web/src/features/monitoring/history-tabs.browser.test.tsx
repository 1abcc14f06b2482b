import { listFailedInvoices, retryInvoice } from '@keepsake/contract/orders/invoice';
import {
  listErrorGroups,
  listErrors,
  resolveErrors,
  taskTypes,
  workerStats,
} from '@keepsake/contract/admin/monitoring';
import { listUndeliveredMails, sendMailAgain } from '@keepsake/contract/admin/order-page';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openTab, pageOf } from '../../../test/admin.ts';
import { never, refuse, reply } from '../../../test/answers.ts';
import { expectReadableTables, testLooks } from '../../../test/looks.ts';
import { aMail } from '../../../test/order-page.ts';
import { ago, idOf, longWord } from '../../../test/orders.ts';
import { expectAlert, expectLoading, expectPath, expectText, press } from '../../../test/screen.ts';

const aRun = {
  id: idOf(1),
  runAt: '2026-11-20T08:00:00Z',
  taskType: 'file-removal',
  itemsProcessed: 4,
  successCount: 3,
  deletedBuckets: 1,
  duration: 1234,
  status: 'partial_failure' as const,
  errors: [{ error: longWord, attempt: 2, timestamp: '2026-11-20T08:00:01Z' }],
};
const noTasks = taskTypes.map((taskType) => ({
  taskType,
  runs: 0,
  itemsProcessed: 0,
  successCount: 0,
  failedRuns: 0,
  lastRunAt: null,
  lastEndAt: null,
  nextRunAt: null,
}));
const nothingDue = {
  deletionReminders: 0,
  unpaidReminders: 0,
  bucketsPendingDeletion: 0,
  openPayments: 1,
  waitingFilms: 0,
};
const done = (items: number) => ({
  itemsProcessed: items,
  successCount: items,
  deletedBuckets: 0,
  deletionReminders: 0,
  unpaidReminders: 0,
  bucketsPendingDeletion: 0,
});
const calm = reply(workerStats, {
  current: { lastRunAt: null, tasksProcessed: done(0) },
  tasks: noTasks,
  due: nothingDue,
  history: [],
  pagination: { total: 0, pages: 0, currentPage: 1, limit: 10 },
});
const busy = reply(workerStats, {
  current: { lastRunAt: aRun.runAt, tasksProcessed: done(4) },
  tasks: noTasks.map((task) =>
    task.taskType === 'file-removal'
      ? { ...task, lastRunAt: aRun.runAt, lastEndAt: aRun.runAt, nextRunAt: aRun.runAt }
      : task,
  ),
  due: nothingDue,
  history: [aRun, { ...aRun, id: idOf(2), taskType: 'a-newer-task', status: 'failure' }],
  pagination: { total: 12, pages: 2, currentPage: 1, limit: 10 },
});

describe('the workers', () => {
  testLooks('the workers', async () => {
    await openTab('workers', [busy]);
    await expectText('Deletion of files');
  });

  test('are loading', async () => {
    await openTab('workers', [never(workerStats)]);
    await expectLoading();
  });

  test('say why they cannot be shown', async () => {
    await openTab('workers', [refuse(workerStats, 'internal_error')]);
    await expectAlert('Something went wrong. Please try again.');
  });

  test('show a calm message if they have had nothing to do', async () => {
    await openTab('workers', [calm]);
    await expectText('Last run: Never');
    await expectText('No task has had anything to do yet.');
    await expect
      .element(page.getByRole('table', { name: 'Tasks' }).getByRole('row', { name: /Deletion of files/ }))
      .toMatchTextContent(/Never.*When needed/);
  });

  test('show what they did and what is due', async () => {
    await openTab('workers', [busy]);
    await expect.element(page.getByRole('img', { name: /Items processed: 4/ })).toBeVisible();
    await expect.element(page.getByRole('row', { name: /Open payment pages/ })).toMatchTextContent(/1$/);
    const history = page.getByRole('table', { name: 'History' });
    await expect.element(history.getByRole('row', { name: /Deletion of files/ })).toMatchTextContent(/Partly failed/);
    await expect.element(history.getByRole('row', { name: /a-newer-task/ })).toMatchTextContent(/Failed/);
    await history.getByText('1 error').first().click();
    await expectText(longWord);
    await page.getByRole('navigation', { name: 'Pages of the history' }).getByRole('link', { name: 'Page 2' }).click();
    await expectPath('/admin?tab=workers&page=2');
  });
});

describe('the errors', () => {
  const anError = {
    id: idOf(1),
    createdAt: ago(5),
    moduleName: 'payment',
    errorMessage: `No payment session ${longWord}`,
    Content: { id: idOf(2) },
    bucketId: idOf(3),
  };
  const aGroup = {
    key: 'd41d8cd9-8f00-b204-e980-0998ecf8427e',
    moduleName: 'payment',
    last: anError,
    count: 1234,
    more: false,
    firstAt: '2026-11-20T08:00:05Z',
    open: true,
    resolved: { at: '2026-11-21T08:00:07Z', by: 'Bela Kiss' },
  };
  const some = reply(listErrorGroups, pageOf([aGroup], { modules: ['payment', 'mail'] }));
  const none = reply(listErrorGroups, pageOf([], { modules: [] }));

  testLooks('the errors', async () => {
    await openTab('errors', [some]);
    await expectText('No payment session');
  });

  test('are loading', async () => {
    await openTab('errors', [never(listErrorGroups)]);
    await expectLoading();
  });

  test('say why they cannot be shown', async () => {
    await openTab('errors', [refuse(listErrorGroups, 'internal_error')]);
    await expectAlert('Something went wrong. Please try again.');
  });

  test('have a text if there are none', async () => {
    await openTab('errors', [none]);
    await expectText('Nothing has gone wrong.');
  });

  describe('and the invoices that could not be issued', () => {
    const invoice = {
      id: idOf(5),
      bucketId: idOf(6),
      partnerName: longWord,
      amount: 6.98,
      currency: 'USD' as const,
      paidAt: '2026-11-20T08:00:00Z',
      reason: 'buyer.city cannot be printed',
    };
    const another = { ...invoice, id: idOf(7), bucketId: null, partnerName: 'Ilse Kant' };
    const waiting = reply(listFailedInvoices, pageOf([invoice, another]));
    const table = () => page.getByRole('table', { name: /^Invoices that could not be issued/ });

    const reader = { id: idOf(8), name: longWord, email: `${longWord}@example.com` };
    const lost = { state: 'failed', sentAt: null, lastError: `550 No such mailbox ${longWord}` } as const;
    const mails = [
      { ...aMail(1, { ...lost, kind: 'films-ready', order: idOf(6) }), customer: reader },
      { ...aMail(2, { ...lost, kind: 'verify-email', repeatable: false, order: null }), customer: null },
    ];
    const undelivered = reply(listUndeliveredMails, pageOf(mails));

    testLooks('the errors with invoices that could not be issued and emails that could not be delivered', async () => {
      await openTab('errors', [some, waiting, undelivered]);
      await expectText('Invoices that could not be issued (2)');
      await expectText('Emails that could not be delivered (2)');
    });

    test('or the emails that could not be delivered name their reader and order, and are sent again', async () => {
      const server = await openTab('errors', [some, undelivered, reply(sendMailAgain, { message: 'ok' })]);
      const row = page.getByRole('row', { name: /Films ready/ });
      await expect
        .element(row.getByRole('link', { name: longWord }))
        .toHaveAttribute('href', `/admin?tab=users&user=${reader.id}`);
      await expect
        .element(row.getByRole('link', { name: 'Its order' }))
        .toHaveAttribute('href', `/admin?tab=orders&order=${idOf(6)}`);
      server.answer(reply(listUndeliveredMails, pageOf([])));
      await press('Send again: Films ready');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click();
      await expectText('The email is on its way');
      expect(server.sent(sendMailAgain)[0]?.params).toEqual({ id: mails[0]?.id });
      await expect.element(row).not.toBeInTheDocument();
    });

    test('are issued again one by one, with the result', async () => {
      const server = await openTab('errors', [some, waiting, reply(retryInvoice, { message: 'ok' })]);
      await expect.element(table().getByRole('row', { name: /Ilse Kant/ })).toMatchTextContent(/\$6\.98.*Deleted/);
      server.answer(reply(listFailedInvoices, pageOf([invoice])));
      await press('Issue again: Ilse Kant');
      await expectText('The invoice is being issued again.');
      expect(server.sent(retryInvoice)[0]?.params).toEqual({ id: idOf(7) });
      await expect.element(table().getByRole('row', { name: /Ilse Kant/ })).not.toBeInTheDocument();
      await expect.poll(() => document.activeElement?.tagName).toBe('H1');
      server.answer(reply(listFailedInvoices, pageOf([])));
      await press(`Issue again: ${longWord}`);
      await expect.element(table()).not.toBeInTheDocument();
    });

    test('say why one is not issued again', async () => {
      await openTab('errors', [some, waiting, refuse(retryInvoice, 'retry_not_possible')]);
      await press('Issue again: Ilse Kant');
      await expectText('There is nothing to retry here.');
      await expect.element(table()).toBeVisible();
    });

    test('say why they cannot be shown', async () => {
      await openTab('errors', [some, refuse(listFailedInvoices, 'internal_error')]);
      await expectAlert('Something went wrong. Please try again.');
      await expectText('No payment session');
    });
  });

  test('are grouped with a count, opened one by one, and resolved', async () => {
    const resolved = { at: '2026-11-28T09:00:00Z', by: 'Ada Admin' };
    const entries = reply(listErrors, pageOf([anError], { modules: ['payment'] }));
    const server = await openTab('errors', [some, entries, reply(resolveErrors, { open: false, resolved })]);
    const row = page.getByRole('table', { name: 'Errors' }).getByRole('row', { name: /No payment session/ });
    await expect.element(row).toMatchTextContent(/1,234.*:05.*Open.*Happened again after Bela Kiss resolved it/);
    server.answer(reply(listErrorGroups, pageOf([], { modules: ['payment'] })));
    await press('Mark as resolved');
    await expectText(/^Resolved by Ada Admin, /);
    expect(server.sent(resolveErrors)[0]?.body).toEqual({ lastId: anError.id });
    await expectText('No error is open.');
    server.answer(some);
    await page.getByLabelText('State').selectOptions('Open and resolved');
    await press('Search');
    await page.getByRole('link', { name: 'Show each one' }).click();
    await expectPath(`/admin?tab=errors&group=${aGroup.key}`);
    const order = page.getByRole('link', { name: anError.bucketId });
    await expect.element(order).toHaveAttribute('href', `/admin?tab=orders&order=${anError.bucketId}`);
  });

  test('say how many there are, as far as they were counted', async () => {
    const many = { ...aGroup, count: 1000, more: true };
    const entries = reply(listErrors, pageOf([anError], { modules: [], more: true }, 1000));
    await openTab('errors', [reply(listErrorGroups, pageOf([many], { modules: ['payment'] })), entries]);
    const row = page.getByRole('table', { name: 'Errors' }).getByRole('row', { name: /No payment session/ });
    await expect.element(row).toMatchTextContent(/over 1,000/);
    await page.getByRole('link', { name: 'Show each one' }).click();
    const pages = page.getByRole('navigation', { name: 'Pages of the errors' });
    await pages.getByRole('link', { name: 'Page 100' }).click();
    await expect.element(pages.getByRole('link', { name: 'Next page' })).toBeVisible();
  });

  test('have room for their words beside the longest name of a module', async () => {
    const last = { ...anError, errorMessage: longWord.repeat(4) };
    const moduleName = longWord.slice(0, 50);
    await openTab('errors', [reply(listErrorGroups, pageOf([{ ...aGroup, moduleName, last }], { modules: [] }))]);
    await expectText(moduleName);
    await expectReadableTables([390, 768, 1280, 1920]);
  });

  test('are filtered by words and module, which the address keeps', async () => {
    const server = await openTab('errors', [some]);
    server.answer(none);
    await page.getByLabelText('Words in the message').fill('nothing like this');
    await press('Search');
    await expectText('No error matches.');
    await expectPath('/admin?tab=errors&search=nothing+like+this');
    await expect.poll(() => server.sent(listErrorGroups).at(-1)?.query['search']).toBe('nothing like this');
  });

  test('start from the filters in the address, and name the one that is wrong', async () => {
    const server = await openTab('errors&module=payment&from=2026-02-30&search=SESSION&toString=1', [some]);
    await expectText('from=2026-02-30 in the address is not a filter of this list.');
    await expect.element(page.getByLabelText('Module')).toHaveValue('payment');
    await expect.element(page.getByLabelText('Words in the message')).toHaveValue('SESSION');
    expect(server.sent(listErrorGroups)[0]?.query).toEqual({
      page: '1',
      limit: '10',
      module: 'payment',
      search: 'SESSION',
    });
  });
});
