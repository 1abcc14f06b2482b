import { exportOrders, type ListedOrder, listOrders } from '@keepsake/contract/admin/orders';
import { getOrderPage, orderHistory } from '@keepsake/contract/admin/order-page';
import { getOrder } from '@keepsake/contract/orders/ledger';
import { getRefunds } from '@keepsake/contract/orders/refunds';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openTab, pageOf } from '../../../test/admin.ts';
import { type Answer, never, refuse, reply } from '../../../test/answers.ts';
import { expectAccessible, expectNoOverflow, testLooks } from '../../../test/looks.ts';
import { idOf, longWord } from '../../../test/orders.ts';
import { expectAlert, expectLoading, expectPath, expectText, press } from '../../../test/screen.ts';
import { resizeTo } from '../../../test/window.ts';
import { testVariations } from '../../../test/variations.ts';

const paid: ListedOrder = {
  id: idOf(1),
  date: '2026-11-20T08:00:00Z',
  status: 'paid',
  customer: { id: idOf(9), name: 'Anna Kovács', email: 'anna@example.com' },
  photos: 3,
  films: { done: 2, waiting: 1, failed: 1 },
  amount: 12.34,
  currency: 'EUR',
  refunded: [],
  attention: ['films_failed', 'invoice_failed'],
};
const deleted: ListedOrder = {
  ...paid,
  id: idOf(2),
  status: 'deleted',
  customer: null,
  films: { done: 0, waiting: 0, failed: 0 },
  amount: null,
  currency: null,
  refunded: [{ amount: 1_234_567.5, currency: 'EUR' }],
  attention: [],
};
const spaced = 'Maria Theresia von '.repeat(10) + longWord;
const long: ListedOrder = {
  ...paid,
  id: idOf(3),
  status: 'archived',
  customer: { id: idOf(8), name: longWord.repeat(5).slice(0, 200), email: `${longWord}@${longWord}.example` },
  attention: ['films_owed', 'payment_unfulfilled', 'mail_failed', 'dispute_open'],
};
const alsoLong: ListedOrder = {
  ...long,
  id: idOf(4),
  status: 'pending',
  customer: { id: idOf(7), name: spaced, email: 'maria@example.com' },
};
const answer = (data: ListedOrder[], more = false, total = data.length) =>
  reply(listOrders, pageOf(data, { more }, total));
const open = (...answers: Answer[]) => openTab('orders', [answer([paid, deleted]), ...answers]);

testLooks('the orders', async () => {
  await openTab('orders', [answer([paid, deleted, long, alsoLong], true, 10_000)]);
  await expectText('Anna Kovács');
});

test('the orders have a text for loading, failure, an empty shop and an unmatched filter', async () => {
  const server = await openTab('orders', [never(listOrders)]);
  await expectLoading();
  const narrow = async (status: string, ...answers: Answer[]) => {
    server.answer(...answers);
    await page.getByLabelText('Status').selectOptions(status);
    await press('Show');
    await expect.poll(() => server.sent(listOrders).at(-1)?.query['status']).toBe(status.toLowerCase());
  };
  await narrow('Paid', refuse(listOrders, 'internal_error'));
  await expectAlert('Something went wrong. Please try again.');
  await narrow('Archived', answer([]));
  await expectText('No order matches.');
  server.answer(answer([]));
  await page.getByLabelText('Search').fill('anna@example.com');
  await press('Show');
  const users = page.getByRole('link', { name: 'Search the users instead' });
  await expect.element(users).toHaveAttribute('href', '/admin?tab=users&search=anna%40example.com');
  server.answer(answer([]));
  await page.getByRole('link', { name: 'Clear filter' }).click();
  await expectText('There are no orders yet.');
});

test('an order shows its customer, its status, and what needs attention', async () => {
  await open();
  const row = page.getByRole('row', { name: /Anna Kovács/ });
  await expect
    .element(row)
    .toMatchTextContent(/anna@example\.com.*Paid.*3.*2.*1.*1.*€12\.34.*Films failed.*Invoice failed/);
  await expect.element(page.getByRole('row', { name: /Deleted/ })).toMatchTextContent(/€1,234,567\.50 refunded/);
  await expectText('2 orders');
  await expect
    .element(page.getByRole('link', { name: 'Anna Kovács' }))
    .toHaveAttribute('href', `/admin?tab=users&user=${idOf(9)}`);
  await expectAccessible();
});

test('the orders are filtered, sorted and paged by the address, and downloaded as they are filtered', async () => {
  await resizeTo(1280, 900);
  const server = await openTab('orders', [answer([paid], true, 10_000)]);
  await expectText('More than 10,000 orders');
  await page.getByLabelText('Search').fill(' anna@example.com ');
  await page.getByLabelText('Status').selectOptions('Paid');
  await page.getByLabelText('Needs attention').selectOptions('Only what needs attention');
  await page.getByLabelText('Day of').selectOptions('Start');
  await page.getByLabelText('From (UTC)').fill('2026-11-01');
  await press('Show');
  const filter = 'search=anna%40example.com&status=paid&attention=true&day=begun&from=2026-11-01';
  await expectPath(`/admin?tab=orders&${filter}`);
  await expect.element(page.getByRole('link', { name: 'Clear filter' })).toBeVisible();
  const title = page.getByRole('columnheader', { name: 'Amount' });
  const button = title.getByRole('button');
  await button.click();
  await expectPath(`/admin?tab=orders&${filter}&sort=amount&direction=desc`);
  await expect.element(title).toHaveAttribute('aria-sort', 'descending');
  await button.click();
  await expect.element(title).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(page.getByRole('columnheader', { name: 'Date' })).not.toHaveAttribute('aria-sort');
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expectPath(`/admin?tab=orders&${filter}&sort=amount&direction=asc&page=2`);
  const query = { search: 'anna@example.com', status: 'paid', attention: 'true', day: 'begun', from: '2026-11-01' };
  await expect
    .poll(() => server.sent(listOrders).at(-1)?.query)
    .toEqual({ ...query, sort: 'amount', direction: 'asc', page: '2', limit: '10' });

  server.answer({ endpoint: exportOrders, respond: () => ({ status: 200, body: 'order,date_utc' }) });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const saved: string[] = [];
  await press('Download as CSV');
  await expect.poll(() => saved).toEqual(['orders.csv']);
  expect(server.sent(exportOrders)[0]?.query).toEqual(query);
  server.answer(refuse(exportOrders, 'service_unavailable'));
  await press('Download as CSV');
  await expectText('The service is busy. Please try again in a moment.');
});

test('a period that ends before it begins is not requested', async () => {
  const server = await openTab('orders&from=2026-11-02&to=2026-11-01', []);
  await expectText('The last day must not be before the first.');
  expect(server.sent(listOrders)).toEqual([]);
});

testVariations([390, 700, 1024, 1280, 1920])(
  'names of 200 characters do not break the table at %i pixels',
  async (width) => {
    await resizeTo(width, 900);
    await openTab('orders', [answer([paid, long, alsoLong])]);
    await expectText('Anna Kovács');
    await expectNoOverflow([width]);
    const frame = page.getByRole('table').element().parentElement;
    // On wide screens nothing has to be scrolled for; and a name never takes the room of a word.
    if (width >= 1920) expect(frame?.scrollWidth).toBe(frame?.clientWidth);
    const name = page.getByRole('link', { name: 'Anna Kovács' }).element();
    expect(name.getBoundingClientRect().height).toBeLessThan(60);
  },
);

test('on a phone the orders are sorted by a select field', async () => {
  await resizeTo(390, 900);
  const server = await open();
  await page.getByLabelText('Sort by').selectOptions('Films failed');
  await expectPath('/admin?tab=orders&sort=failed&direction=desc');
  await expect.poll(() => server.sent(listOrders).at(-1)?.query).toMatchObject({ sort: 'failed' });
  await press('Descending');
  await expectPath('/admin?tab=orders&sort=failed&direction=asc');
});

test('the date of an order leads to its page', async () => {
  await open(never(getOrderPage), never(getOrder), never(getRefunds), never(orderHistory));
  await page
    .getByRole('row', { name: /Anna Kovács/ })
    .getByRole('link')
    .first()
    .click();
  await expectPath(`/admin?tab=orders&order=${idOf(1)}`);
});
