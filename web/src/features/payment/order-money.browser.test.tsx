import { getOrderPage, orderHistory } from '@keepsake/contract/admin/order-page';
import {
  archiveAnyBucket,
  getOrder,
  grantFilms,
  recordRefund,
  unarchiveAnyBucket,
} from '@keepsake/contract/orders/ledger';
import { getRefunds, makeRefund, type RefundableFilm } from '@keepsake/contract/orders/refunds';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openTab } from '../../../test/admin.ts';
import { type Answer, never, refuse, reply } from '../../../test/answers.ts';
import { aRefund, granted, order, refundable, refunds } from '../../../test/ledger.ts';
import { testLooks } from '../../../test/looks.ts';
import { orderPage } from '../../../test/order-page.ts';
import { idOf } from '../../../test/orders.ts';
import { expectFieldProblem, expectLoading, expectProblems, expectText, press } from '../../../test/screen.ts';
import { resizeTo } from '../../../test/window.ts';
import { testVariations } from '../../../test/variations.ts';

describe('the money of an order', () => {
  const open = (...answers: Answer[]) =>
    openTab(`orders&order=${idOf(1)}`, [
      reply(getOrderPage, { order: { ...orderPage, photos: [], invoice: null, mails: [] } }),
      reply(orderHistory, { entries: [], total: 0 }),
      reply(getOrder, { order }),
      reply(getRefunds, { refunds }),
      ...answers,
    ]);
  const dialog = () => page.getByRole('dialog');
  const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();

  testLooks('the money of an order', async () => {
    await open();
    await expectText('1 film of this order is owed.');
  });

  test('is loading', async () => {
    await open(never(getOrder));
    await expectLoading();
  });

  test('of a set that is gone, was not paid and has no films offers nothing', async () => {
    const gone = { ...order, paidAt: null, deleted: true, payments: [], effects: [], owed: [], entries: [] };
    await open(reply(getOrder, { order: gone }));
    for (const words of [
      'This set is not paid.',
      'The set and its photos are deleted.',
      'No money was charged for this set.',
      'No money has moved yet.',
    ])
      await expectText(words);
    await expect.element(page.getByRole('button', { name: 'Record a refund made elsewhere' })).toBeDisabled();
    await expect.element(page.getByRole('button', { name: 'Grant free films' })).toBeDisabled();
    await expect.element(page.getByRole('button', { name: 'Archive the set' })).toBeDisabled();
  });

  test('whose set is archived, and brought back', async () => {
    const archived = { ...order, archived: true };
    const server = await open(refuse(archiveAnyBucket, 'bucket_not_paid'));
    await press('Archive the set');
    await expectText('it is kept as long as before.');
    expect(server.sent(archiveAnyBucket)).toEqual([]);
    await confirm('Archive the set');
    await expectText('This set has not been paid for yet.');
    // What it has become meanwhile is read again.
    await expect.poll(() => server.sent(getOrder).length).toBe(2);
    server.answer(reply(archiveAnyBucket, { order: archived }), reply(getOrder, { order: archived }));
    await press('Archive the set');
    await confirm('Archive the set');
    await expectText('Set archived');
    await expectText(
      'The set is archived: its customer sees it among the archived ones. It is kept as long as before.',
    );
    expect(server.sent(archiveAnyBucket).at(-1)?.params).toEqual({ id: order.id });
    server.answer(reply(unarchiveAnyBucket, { order }), reply(getOrder, { order }));
    await press('Bring the set back');
    await confirm('Bring the set back');
    await expectText('Set brought back');
    await expect.element(page.getByRole('button', { name: 'Archive the set' })).toHaveFocus();
  });

  describe('a refund', () => {
    const openRefund = async (...answers: Answer[]) => {
      const server = await open(...answers);
      await press('Record a refund made elsewhere');
      await expect.element(dialog().getByLabelText('Amount in USD')).toHaveValue('6.98');
      return server;
    };
    const submit = () => dialog().getByRole('button', { name: 'Record refund' }).click();

    testLooks('the form of a refund with errors', async () => {
      await openRefund();
      await submit();
      await expectProblems(['Note: This field is required']);
    });

    test.for([
      { field: 'Amount in USD', typed: '0', problem: 'Must be 0.01 or more.' },
      { field: 'Amount in USD', typed: '20000001', problem: 'Must be 20000000 or less.' },
      {
        field: 'Amount in USD',
        typed: 'much',
        problem: 'Enter a plain number such as 1000 or 4.99, without thousands separators.',
      },
      {
        field: 'Reference at the payment provider (optional)',
        typed: 'no spaces',
        problem: 'This value has the wrong format.',
      },
    ])('has rules: $typed', async ({ field, typed, problem }) => {
      await openRefund();
      await dialog().getByLabelText('Note').fill('Bank transfer');
      await dialog().getByLabelText(field).fill(typed);
      await submit();
      await expectFieldProblem(dialog().getByLabelText(field), problem);
    });

    testVariations([
      { code: 'refund_too_large', words: 'This is more than is left of the payment.' },
      { code: 'refund_differs', words: 'The payment provider tells another amount for this refund.' },
      { code: 'already_credited', words: 'This has been recorded before, differently.' },
      { code: 'already_settled', words: 'This film is settled already.' },
    ] as const)('says why it is not recorded: $code', async ({ code, words }) => {
      await openRefund(refuse(recordRefund, code));
      await dialog().getByLabelText('Note').fill('Bank transfer');
      await submit();
      await expectProblems([words]);
    });

    test('is of what is left of the payment that is chosen', async () => {
      const second = {
        payment: 'pi_2',
        fulfilled: false,
        currency: 'HUF' as const,
        charged: 1990,
        refunded: 0,
        left: 1990,
      };
      await openRefund(reply(getOrder, { order: { ...order, payments: [...order.payments, second] } }));
      await dialog().getByLabelText('Payment').selectOptions('pi_2');
      await expect.element(dialog().getByLabelText('Amount in HUF')).toHaveValue('1990');
      await dialog()
        .getByLabelText('Payment')
        .selectOptions(order.payments[0]?.payment ?? '');
      await expect.element(dialog().getByLabelText('Amount in USD')).toHaveValue('6.98');
    });

    test('is recorded, with the films that it settles', async () => {
      const server = await openRefund(reply(recordRefund, { order: { ...order, owed: [] } }));
      await dialog().getByLabelText('Note').fill('Bank transfer');
      await dialog()
        .getByRole('checkbox', { name: /^Film 1, owed since/ })
        .click();
      await submit();
      await expectText('The refund is recorded');
      expect(server.sent(recordRefund)[0]?.body).toMatchObject({ amount: 6.98, note: 'Bank transfer', settles: [] });
    });
  });

  describe('granted films', () => {
    const openGrant = async (...answers: Answer[]) => {
      const server = await open(...answers);
      await press('Grant free films');
      await expectText('At most 8 more.');
      return server;
    };
    const submit = () => dialog().getByRole('button', { name: 'Grant films' }).click();

    testLooks('the form of granted films with errors', async () => {
      await openGrant();
      await dialog().getByLabelText('How many films').fill('99');
      await submit();
      await expectProblems(['How many films: Must be 10 or less.', 'Note: This field is required']);
    });

    testVariations([
      { typed: '0', problem: 'Must be 1 or more.' },
      { typed: '1.5', problem: 'Must be a whole number.' },
      { typed: '', problem: 'This field is required' },
    ])('have rules: “$typed”', async ({ typed, problem }) => {
      await openGrant();
      await dialog().getByLabelText('How many films').fill(typed);
      await submit();
      await expectFieldProblem(dialog().getByLabelText('How many films'), problem);
    });

    test('are made, or it is said why not', async () => {
      const server = await openGrant(refuse(grantFilms, 'too_many_films'));
      await dialog().getByLabelText('Note').fill('With our apologies');
      await submit();
      await expectProblems(['There can be at most 10 films of one effect of a photo.']);
      server.answer(reply(grantFilms, { order: { ...order, owed: [], entries: [granted] } }));
      await submit();
      await expectText('The films are being made');
    });
  });

  describe('a refund through the payment provider', () => {
    const openForm = async (...answers: Answer[]) => {
      const server = await open(...answers);
      await page.getByRole('button', { name: 'Refund up to $6.98' }).click();
      return server;
    };
    const submit = (sum: string) =>
      dialog()
        .getByRole('button', { name: `Refund ${sum} to ${refunds.customer?.email}` })
        .click();

    testLooks('refunds in every state', async () => {
      const states = ['requested', 'unknown', 'pending', 'succeeded', 'failed', 'refused'] as const;
      const all = states.map((state, at) =>
        aRefund(at + 1, { state, failureCode: state === 'failed' ? 'expired_or_canceled_card' : null }),
      );
      await open(reply(getRefunds, { refunds: { ...refunds, refunds: all } }));
      await expectText('Accepted. The bank has not confirmed it yet.');
      await expectText('Failed: the customer has not received it. The card has expired or was cancelled.');
    });

    testLooks('the form of a refund of films', async () => {
      await openForm();
      await dialog().getByLabelText('What is refunded').selectOptions('Chosen films');
      await dialog()
        .getByRole('checkbox', { name: /^Smile 1,/ })
        .click();
      await expect.element(dialog().getByRole('button', { name: /^Refund \$4\.99 to / })).toBeVisible();
    });

    test('of films says what they show instead of their effect, and will show', async () => {
      const wave = { ...refundable(1), action: { en: 'Wave' } };
      const films: RefundableFilm[] = [
        { ...wave, agreedAs: 'nod', lack: 'no_hand' },
        { ...wave, id: idOf(12), number: 2, lack: 'no_hand' },
        { ...wave, id: idOf(13), number: 3, state: 'queued', agreedAs: 'nod' },
        { ...wave, id: idOf(14), number: 4, agreedAs: 'nod' },
        { ...wave, id: idOf(15), number: 5, agreedAs: 'possible', lack: 'no_hand' },
        { ...wave, id: idOf(16), number: 6, state: 'queued', agreedAs: 'possible' },
        { ...wave, id: idOf(17), number: 7, agreedAs: 'possible' },
      ];
      await openForm(reply(getRefunds, { refunds: { ...refunds, films } }));
      await dialog().getByLabelText('What is refunded').selectOptions('Chosen films');
      const film = (number: number) => dialog().getByRole('checkbox', { name: new RegExp(`^Wave ${number},`) });
      await expect.element(film(1)).toHaveAccessibleDescription('Wave 1: a nod, as agreed.');
      await expect.element(film(2)).toHaveAccessibleDescription(/so this film shows a nod instead\.$/);
      await expect.element(film(3)).toHaveAccessibleDescription('Wave 3: a nod, as agreed.');
      await expect.element(film(4)).toHaveAccessibleDescription('');
      await expect.element(film(5)).toHaveAccessibleDescription('Wave 5: a nod, as agreed.');
      await expect.element(film(6)).toHaveAccessibleDescription('Wave 6: whatever the photo can show, as agreed.');
      await expect.element(film(7)).toHaveAccessibleDescription('');
    });

    test('that was made says what its films show instead of their effect, as long as they exist', async () => {
      const action = { en: 'Wave' };
      const films: RefundableFilm[] = [
        { ...refundable(1), action, agreedAs: 'nod', lack: 'no_hand' },
        { ...refundable(2), action, lack: 'no_hand' },
        { ...refundable(3), action },
      ];
      const refunded = [...films, refundable(4)].map(({ id, number }) => ({ id, action, number, amount: 1 }));
      const made = aRefund(1, { films: refunded });
      await open(reply(getRefunds, { refunds: { ...refunds, refunds: [made], films } }));
      await expectText('Wave 1, Wave 2, Wave 3, and Wave 4');
      await expectText('Wave 1: a nod, as agreed.');
      await expectText(/Wave 2: .*so this film shows a nod instead\./);
      await expect.poll(() => page.getByText(/as agreed|shows a nod instead/).elements()).toHaveLength(2);
    });

    test('breaks the address on its button after @ and dots only', async () => {
      const email = 'rosamunde.lindqvist@mountain.example';
      await openForm(reply(getRefunds, { refunds: { ...refunds, customer: { email, language: 'en' } } }));
      await resizeTo(390, 844);
      const button = dialog().getByRole('button', { name: `Refund $6.98 to ${email}` });
      await expect.element(button).toBeVisible();
      expect(linesOf(button.element(), 'rosamunde.', 'lindqvist@', 'mountain.', 'example')).toEqual([1, 1, 1, 1]);
    });

    test('names the sum and the customer, and says what becomes of the films', async () => {
      const after = { ...refunds, refunds: [aRefund(1, { state: 'succeeded' })] };
      const server = await openForm(reply(makeRefund, { refunds: after }), reply(getRefunds, { refunds }));
      await dialog().getByLabelText('The films').selectOptions('All films of the set are removed');
      await expectText('This cannot be undone.');
      await dialog().getByLabelText('Note').fill('She was not content');
      server.answer(reply(getRefunds, { refunds: after }));
      await submit('$6.98');
      await expectText('The refund is on its way to the payment provider');
      await expectText('Refunded');
      expect(server.sent(makeRefund)[0]?.body).toMatchObject({
        payment: refunds.payments[0]?.payment,
        scope: 'whole',
        amount: 6.98,
        currency: 'USD',
        filmsGo: true,
        seenLeft: 6.98,
      });
    });

    test('by two administrators at once: the second sees what is left before anything more is refunded', async () => {
      const [payment] = refunds.payments;
      if (!payment) throw new Error('The fixture has a payment');
      const now = { ...refunds, payments: [{ ...payment, refunded: 5, left: 1.98 }] };
      const server = await openForm(refuse(makeRefund, 'refunded_meanwhile'));
      await dialog().getByLabelText('Note').fill('She was not content');
      server.answer(reply(getRefunds, { refunds: now }));
      await submit('$6.98');
      await expectProblems([
        'Nothing was refunded by you: meanwhile $5.00 of this payment were refunded, and $1.98 are left. Please check the amount.',
      ]);
      server.answer(reply(makeRefund, { refunds: now }));
      await submit('$1.98');
      await expectText('The refund is on its way to the payment provider');
      expect(server.sent(makeRefund)[1]?.body).toMatchObject({ amount: 1.98, seenLeft: 1.98 });
    });

    test('of an amount is at most what is left; what is refused is said plainly', async () => {
      const refused = aRefund(1, { state: 'refused', failureCode: 'charge_disputed', failure: 'Charge ch_1 …' });
      await openForm(reply(getRefunds, { refunds: { ...refunds, refunds: [refused] } }));
      await expectText('Not made: nothing was refunded. The payment is disputed.');
      await dialog().getByLabelText('What is refunded').selectOptions('Another amount');
      await expectText('At most $6.98.');
      await dialog().getByLabelText('Amount in USD').fill('2.50');
      await expect.element(dialog().getByRole('button', { name: /^Refund \$2\.50 to / })).toBeVisible();
    });
  });
});

/** On how many lines each of these words is. */
function linesOf(element: Element, ...words: string[]): number[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const lines = new Map<string, number>();
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const word of words) {
      const start = text.textContent?.indexOf(word) ?? -1;
      if (start < 0) continue;
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, start + word.length);
      lines.set(word, range.getClientRects().length);
    }
  return words.map((word) => lines.get(word) ?? 0);
}
