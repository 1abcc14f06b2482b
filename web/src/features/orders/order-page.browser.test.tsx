import {
  correctInvoice,
  deleteOrder,
  extendOrder,
  getOrderPage,
  orderHistory,
  type OrderPage,
  retryOrder,
  sendMailAgain,
} from '@keepsake/contract/admin/order-page';
import { retryInvoice } from '@keepsake/contract/orders/invoice';
import { getRefunds, makeRefund } from '@keepsake/contract/orders/refunds';
import { getOrder } from '@keepsake/contract/orders/ledger';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openTab } from '../../../test/admin.ts';
import { type Answer, never, refuse, reply } from '../../../test/answers.ts';
import { order as money, refundable, refunds } from '../../../test/ledger.ts';
import { expectNoOverflow, testLooks } from '../../../test/looks.ts';
import { aFilm, longName, orderPage as order } from '../../../test/order-page.ts';
import { idOf } from '../../../test/orders.ts';
import { expectAlert, expectLoading, expectText, press } from '../../../test/screen.ts';
import { resizeTo } from '../../../test/window.ts';

const entry = {
  at: '2026-11-20T08:00:00Z',
  amount: null,
  currency: null,
  film: null,
  photo: null,
  detail: null,
  by: null,
};
const history = reply(orderHistory, {
  entries: [
    { ...entry, kind: 'changed', code: 'orders.retry', by: 'Ada Keeper' },
    { ...entry, kind: 'error', code: 'videos', detail: 'It broke.', photo: 'grandma.jpg' },
    { ...entry, kind: 'paid', code: null, amount: 6.98, currency: 'USD' },
  ],
  total: 3,
});
const moneyOf = reply(getOrder, { order: { ...money, owed: [], effects: [] } });
const open = (shown: OrderPage = order, ...answers: Answer[]) =>
  openTab(`orders&order=${idOf(1)}`, [
    reply(getOrderPage, { order: shown }),
    moneyOf,
    reply(getRefunds, { refunds }),
    history,
    ...answers,
  ]);
const dialog = () => page.getByRole('alertdialog');
const confirm = (name: string) => dialog().getByRole('button', { name }).click();

describe('the page of an order', () => {
  testLooks('the page of an order', async () => {
    await open();
    await expectText('1 film could not be made');
    await expectText('Ada Keeper: Missing films of an order retried.');
  });

  test('shows that it is loading', async () => {
    await openTab(`orders&order=${idOf(1)}`, [never(getOrderPage), moneyOf, history]);
    await expectLoading();
  });

  test('says why it cannot be shown', async () => {
    await openTab(`orders&order=${idOf(2)}`, [refuse(getOrderPage, 'not_found'), moneyOf, history]);
    await expectAlert('Not found.');
  });

  test('links to the customer, plays the films, and says what each shows and what failed', async () => {
    await open();
    const link = page.getByRole('link', { name: 'rosa@example.com' });
    await expect.element(link).toHaveAttribute('href', `/admin?tab=users&user=${order.customer?.id}`);
    await expect.element(page.getByRole('img', { name: 'Photo grandma.jpg' })).toBeVisible();
    await expect.element(page.getByLabelText('Smile 1, made from grandma.jpg')).toBeVisible();
    await expectText('Shows: The effect. Faces or hands that show it: 1. Made in 0.9 s.');
    await expectText('It never became clear whether the video service accepted the request.');
    await page.getByText('1 attempt').click();
    await expectText('luma: failed');
    await expectText('Error in “videos”, about grandma.jpg.');
    await expectText('It broke.');
  });

  test('says what was agreed to, and what is owed because nobody agreed', async () => {
    const [photo] = order.photos;
    if (!photo) throw new Error('The order has no photo');
    const report = { lack: 'no_hand', faces: 1, renderMs: 900 } as const;
    const shown = aFilm(1, { action: { en: 'Wave' }, agreedAs: 'nod', report });
    const owed = aFilm(2, { action: { en: 'Kiss' }, report });
    const asOrdered = aFilm(3, { action: { en: 'Wink' }, agreedAs: 'smile', report: { ...report, lack: null } });
    const waiting = aFilm(4, { action: { en: 'Hug' }, agreedAs: 'smile', report: null, state: 'creating', film: null });
    // Of a photo that could not be looked at: replaced, and still to be made.
    const unseen = aFilm(5, { action: { en: 'Laugh' }, agreedAs: 'possible', report });
    const unmade = aFilm(6, { ...waiting, id: aFilm(6).id, action: { en: 'Blink' }, agreedAs: 'possible' });
    const isOwed = { ...owed, film: owed.film && { ...owed.film, isOwed: true as const } };
    const films = [shown, isOwed, asOrdered, waiting, unseen, unmade];
    await open({ ...order, photos: [{ ...photo, films }] });
    await expectText('Wave: a nod, as agreed.');
    await expectText('Hug: a smile, as agreed.');
    await expectText('Laugh: a nod, as agreed.');
    await expectText('Blink: whatever the photo can show, as agreed.');
    // The film shows the wink after all.
    await expect.element(page.getByText('Wink: a smile, as agreed.')).not.toBeInTheDocument();
    await expectText('The film shows another effect than the one ordered, and the customer had not agreed to that.');
  });

  test('says how many show a film, if not everybody in the photo does', async () => {
    const [photo] = order.photos;
    const film = aFilm(1);
    if (!photo || !film.film) throw new Error('The order has no film');
    const shows = { faces: 2, lack: null, partly: { of: 'faces', count: 2, total: 3 } } as const;
    const films = [{ ...film, film: { ...film.film, shows } }, aFilm(2)];
    await open({ ...order, photos: [{ ...photo, films }] });
    await expectText('Smile: shown by 2 of 3 faces.');
    await expect.poll(() => page.getByText(/shown by/).elements()).toHaveLength(1);
  });

  test('refunds one film from its place among the films', async () => {
    const bought = [1, 2].map((number) => ({ ...refundable(number), id: aFilm(number).id }));
    const offer = { ...refunds, films: bought };
    const [photo] = order.photos;
    if (!photo) throw new Error('The order has no photo');
    const shown = { ...order, photos: [{ ...photo, films: [aFilm(1), aFilm(2), aFilm(3, { granted: true })] }] };
    const server = await open(shown, reply(getRefunds, { refunds: offer }));
    await expect.element(page.getByRole('button', { name: /^Refund \$1\.99: Smile 2 / })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Refund .*Smile 3/ })).not.toBeInTheDocument();
    const opener = page.getByRole('button', { name: 'Refund $4.99: Smile 1 (grandma.jpg)' });
    await opener.click();
    const form = page.getByRole('dialog', { name: 'Refund' });
    await expect.element(form.getByRole('textbox', { name: 'Note' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(opener).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('She was not content');
    const after = { ...offer, films: bought.map((film) => ({ ...film, refunded: film.number === 1 })) };
    server.answer(reply(makeRefund, { refunds: after }), reply(getRefunds, { refunds: after }));
    await form.getByRole('button', { name: /^Refund \$4\.99 to / }).click();
    await expectText('The refund is on its way to the payment provider');
    expect(server.sent(makeRefund)[0]?.body).toMatchObject({
      scope: 'films',
      films: [aFilm(1).id],
      amount: 4.99,
      filmsGo: false,
      seenLeft: 6.98,
    });
    await expect.element(opener).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.textContent).toBe('Smile 1');
  });

  test('leads to each of its parts', async () => {
    await resizeTo(1280, 700);
    await open();
    const parts = page.getByRole('navigation', { name: 'On this page' });
    for (const name of ['History', 'Money']) {
      await parts.getByRole('link', { name }).click();
      const heading = page.getByRole('heading', { name, exact: true });
      await expect.element(heading).toBeInViewport();
      await expect.poll(() => heading.element().getBoundingClientRect().top).toBeGreaterThan(40);
    }
  });

  test('of a deleted set says what it had, and offers no action', async () => {
    const deletion = { at: '2026-11-21T08:00:00Z', reason: 'retention', photos: 3, films: 4 } as const;
    const gone: OrderPage = { ...order, status: 'deleted', name: null, deletionDate: null, deletion, customer: null };
    await open({ ...gone, photos: [], invoice: null, mails: [], hasMoney: false });
    await expectText('at the end of its time. Photos: 3. Films: 4.');
    await expectText('The account is deleted');
    for (const words of ['The photos and films are deleted.', 'No email has been written yet.'])
      await expectText(words);
    await expect.element(page.getByRole('button', { name: 'Delete the set' })).not.toBeInTheDocument();
  });

  test('breaks a long address after its signs, and gives it to the clipboard as one word', async () => {
    const email = 'wolfeschlegelstein.hausenstockhausen@bergerdorffschild.com';
    await open({ ...order, customer: order.customer && { ...order.customer, email } });
    const link = page.getByRole('link', { name: email });
    for (const width of [320, 390, 768, 1280]) {
      await resizeTo(width, 900);
      await expect.element(link).toBeVisible();
      const parts = [...link.element().querySelectorAll('span > span')];
      expect(parts.map((part) => part.getClientRects().length)).toEqual([1, 1, 1, 1]);
    }
    await resizeTo(320, 900);
    const [address] = link.element().children;
    expect(address?.getClientRects().length, 'there is no room for it in one line').toBeGreaterThan(1);
    getSelection()?.selectAllChildren(link.element());
    expect(getSelection()?.toString()).toBe(email);
  });

  test('fits 390, 1280 and 1920 pixels with the longest names', async () => {
    const customer = order.customer && { ...order.customer, name: longName, email: `${longName}@example.com` };
    const photos = order.photos.map((photo) => ({ ...photo, originalName: longName }));
    const invoice = order.invoice && { ...order.invoice, invoice: { ...order.invoice.invoice, partnerName: longName } };
    await open({ ...order, name: longName, customer, photos, invoice });
    for (const width of [390, 1280, 1920]) {
      await resizeTo(width, 900);
      await expectNoOverflow([width]);
    }
  });
});

describe('an order', () => {
  test('has its failed films retried after a confirmation, and shows what somebody else did in the meantime', async () => {
    const server = await open(order, refuse(retryOrder, 'retry_not_possible'));
    await press('Make them again');
    await expectText('may be charged a second time');
    await confirm('Make them again');
    await expectText('There is nothing to retry here.');
    const made = { ...order, photos: order.photos.map((photo) => ({ ...photo, films: [aFilm(1), aFilm(2)] })) };
    server.answer(reply(retryOrder, { order: made, retried: 1 }), reply(getOrderPage, { order: made }));
    await press('Make them again');
    await confirm('Make them again');
    await expectText('The films are queued again');
    await expect.element(page.getByText('1 film could not be made')).not.toBeInTheDocument();
    expect(server.sent(retryOrder).at(-1)?.params).toEqual({ id: order.id });
  });

  test('is deleted once the customer’s address is typed', async () => {
    const deletion = { at: '2026-11-21T08:00:00Z', reason: 'customer', photos: 1, films: 2 } as const;
    const gone: OrderPage = { ...order, status: 'deleted', deletion, photos: [] };
    const server = await open(order, reply(deleteOrder, { order: gone }));
    await press('Delete the set');
    const button = dialog().getByRole('button', { name: 'Delete the set' });
    await expect.element(button).toBeDisabled();
    await dialog().getByLabelText('To confirm, type the customer’s address').fill('ROSA@example.com');
    server.answer(reply(getOrderPage, { order: gone }));
    await button.click();
    await expectText('The set is deleted');
    expect(server.sent(deleteOrder)[0]?.body).toEqual({ email: 'rosa@example.com' });
    await expectText('The photos and films are deleted.');
  });

  test('is kept longer, from the day that was shown', async () => {
    const shown = { ...order, deletionDate: '2026-12-20T08:00:00Z' };
    const later = { ...order, deletionDate: '2027-01-19T08:00:00Z' };
    const server = await open(shown, refuse(extendOrder, 'changed_meanwhile'));
    await press('Keep 30 more days');
    await expectText('Keep this set until 19 January 2027?');
    await confirm('Keep 30 more days');
    await expectText('Somebody else has changed this meanwhile. Nothing of yours is saved yet.');
    server.answer(reply(extendOrder, { order: later }), reply(getOrderPage, { order: later }));
    await press('Keep 30 more days');
    await confirm('Keep 30 more days');
    await expectText('The set is kept until 19 January 2027');
    expect(server.sent(extendOrder).at(-1)?.body).toEqual({ seenDeletionDate: '2026-12-20T08:00:00Z' });
  });

  test('can have a mail sent again', async () => {
    const server = await open(order, refuse(sendMailAgain, 'mail_waiting'));
    await press('Send again: Films ready');
    await confirm('Send again');
    await expectText('This email is waiting to be sent already.');
    server.answer(reply(sendMailAgain, { message: 'ok' }));
    await press('Send again: Films ready');
    await confirm('Send again');
    await expectText('The email is on its way');
    expect(server.sent(sendMailAgain).at(-1)?.params).toEqual({ id: order.mails[1]?.id });
  });

  test('can have its failed invoice issued again, or corrected without overwriting another correction', async () => {
    const server = await open(order, reply(retryInvoice, { message: 'ok' }));
    await press('Issue again');
    await confirm('Issue again');
    await expectText('The invoice is being issued again');
    await press('Correct the buyer’s details');
    const form = page.getByRole('dialog', { name: 'Correct the buyer’s details' });
    await form.getByLabelText('City').fill('Szeged');
    const theirs = { ...order.invoice?.invoice, partnerCity: 'Pécs' };
    server.answer(refuse(correctInvoice, 'changed_meanwhile', { current: theirs, revision: 7 }));
    await form.getByRole('button', { name: 'Save the details' }).click();
    await expectText('Pécs');
    server.answer(reply(correctInvoice, { order }));
    await form.getByRole('button', { name: 'Save mine all the same' }).click();
    await expectText('The buyer’s details are corrected');
    expect(server.sent(correctInvoice).at(-1)?.body).toMatchObject({ fields: { partnerCity: 'Szeged' }, revision: 7 });
  });
});
