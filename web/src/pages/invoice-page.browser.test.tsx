import { getBucket, updateBatch } from '@keepsake/contract/photos/content';
import { bucketInvoice, lastInvoice, saveInvoice } from '@keepsake/contract/orders/invoice';
import { createCheckoutSession } from '@keepsake/contract/orders/payment';
import { calculatePrice } from '@keepsake/contract/orders/pricing';
import { photoChecks } from '@keepsake/contract/photos/photo-checks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { held, late, never, offline, refuse, reply } from '../../test/answers.ts';
import { dashboardAnswers } from '../../test/dashboard.ts';
import { anInvoice, openInvoice } from '../../test/invoice.ts';
import { expectAccessible, testLooks } from '../../test/looks.ts';
import { aBucket, aPhoto, idOf, longWord, wave } from '../../test/orders.ts';
import { aPrice } from '../../test/prices.ts';
import {
  expectAlert,
  expectFieldProblem,
  expectHeading,
  expectLoading,
  expectPath,
  expectProblems,
  expectText,
  fill,
  press,
} from '../../test/screen.ts';
import { testVariations } from '../../test/variations.ts';
import { findDraft } from '../features/invoice/invoice-draft.ts';
import { card, wizardAnswers } from '../../test/wizard.ts';
import { cartPhotoOf } from '../features/photos/cart/cart-photo.ts';
import { useCart } from '../features/photos/cart/cart.ts';
import { queryClient } from '../shared/query.ts';
import { endSession } from '../shared/session.ts';

const taxNumber = () => page.getByLabelText(/^Tax number/);

describe('the invoice step', () => {
  testLooks('the invoice step', async () => {
    await openInvoice();
    await expectText('$6.98');
  });

  testLooks('the invoice step with long names', async () => {
    const Contents = [aPhoto(1, { originalName: `${longWord}.jpg` })];
    await openInvoice([], { bucket: aBucket(1, { Contents }), invoice: anInvoice({ partnerName: longWord }) });
    await expectText('$6.98');
  });

  test('shows placeholders until its data is there', async () => {
    await openInvoice([never(lastInvoice)]);
    await expectLoading();
    await expectAccessible();
  });

  test('says that its data cannot be loaded, and retries', async () => {
    const server = await openInvoice([refuse(getBucket, 'internal_error')]);
    await expectAlert('Error fetching invoice');
    server.answer(reply(getBucket, { bucket: aBucket(1) }));
    await press('Try again');
    await expect.element(page.getByLabelText('Name or company')).toHaveValue('Rosa Lind');
  });

  test('of a set that is paid leads to the dashboard', async () => {
    const bucket = aBucket(1, { status: 'paid' });
    await openInvoice([...dashboardAnswers([bucket]), refuse(bucketInvoice, 'invoice_not_found')], { bucket });
    await expectText('This set is already paid.');
    await expectPath('/dashboard');
  });

  test('shows the set only once its last effects are saved', async () => {
    const actions = [{ promptId: wave.id, variety: 1 }];
    useCart.setState({ bucketId: idOf(1), photos: [{ ...cartPhotoOf(aPhoto(1)), actions, unsaved: true }] });
    const saved = held(updateBatch, { contents: [] });
    // What is to be saved later waits for it, in other tests too.
    onTestFinished(saved.letGo);
    const server = await openInvoice([saved]);
    const sent = () => server.sent(updateBatch).map(({ body }) => body);
    await expect.poll(sent).toEqual([{ contents: [{ id: idOf(201), actions }] }]);
    await expect.poll(() => server.sent(lastInvoice)).toHaveLength(1);
    expect(server.sent(getBucket)).toEqual([]);
    saved.letGo();
    await expectText('$6.98');
  });

  test('shows nothing of the set as it was before it was changed', async () => {
    const server = await openInvoice(wizardAnswers());
    await expectText('$6.98');
    await page.getByRole('link', { name: 'Back to your photos' }).click();
    await expect.element(card(1)).toBeVisible();
    const changed = held(getBucket, { bucket: aBucket(1, { Contents: [aPhoto(1), aPhoto(2)] }) });
    server.answer(changed);
    history.back();
    await expect.poll(() => server.sent(lastInvoice)).toHaveLength(2);
    await press('Account menu');
    await expect.element(page.getByRole('button', { name: 'Continue to payment' })).not.toBeInTheDocument();
    server.answer(never(calculatePrice));
    changed.letGo();
    await expectText('2 photos');
    await expectText('Calculating…');
  });

  test('begins with the last invoice', async () => {
    await openInvoice([], { invoice: anInvoice({ partnerCity: 'Graz', partnerCountry: 'AT' }) });
    await expect.element(page.getByLabelText('City')).toHaveValue('Graz');
    await expect.element(page.getByLabelText('Country')).toHaveValue('AT');
  });

  test('says that the price cannot be loaded, and retries', async () => {
    const server = await openInvoice([refuse(calculatePrice, 'internal_error')]);
    await expectAlert('Failed to calculate price');
    server.answer(reply(calculatePrice, aPrice()));
    await press('Try again');
    await expectText('$6.98');
  });

  test('shows what discounts save', async () => {
    const lines = [
      { kind: 'base', quantity: 5, unitPrice: 4.99, amount: 24.95 },
      { kind: 'volume_discount', quantity: 5, percent: 10, amount: -2.5 },
    ] as const;
    await openInvoice([reply(calculatePrice, aPrice({ total: 22.45, subtotal: 24.95, lines: [...lines] }))]);
    await expectText('Discount for several photos (10%)');
    await expectText('You save $2.50');
  });

  test('of a set that costs nothing leads to no payment', async () => {
    await openInvoice([reply(calculatePrice, aPrice({ total: 0 }))]);
    await expect.element(page.getByRole('button', { name: 'Order without payment' })).toBeVisible();
    await expect
      .element(page.getByText('We start on your films as soon as you have paid', { exact: false }))
      .not.toBeInTheDocument();
  });
});

describe('the invoice form', () => {
  testLooks('the invoice form with errors', async () => {
    await openInvoice();
    await press('Continue to payment');
    await expectText('There is a problem');
  });

  test('names each mistake in the order of the page, and keeps what was typed', async () => {
    await openInvoice();
    await fill('Name or company', '');
    await fill('City', '東京');
    await page.getByLabelText('Country').selectOptions('AT');
    await taxNumber().fill('12345678');
    await press('Continue to payment');
    await expectProblems([
      'Name or company: This field is required',
      'Tax number: Enter the tax number as this country writes it, for example ATU12345678.',
      'Street and number: This field is required',
      'Post code: This field is required',
      'City: Please use Latin, Greek or Cyrillic letters.',
      'Confirm that your photos meet the photo guidelines',
      'Agree that the purchase is final',
    ]);
    await taxNumber().fill('u 1234.5678');
    await expect.element(page.getByRole('link', { name: /^Tax number/ })).not.toBeInTheDocument();
    await page.getByRole('link', { name: /^City/ }).click();
    await expect.element(page.getByLabelText('City')).toHaveFocus();
    await expect.element(page.getByLabelText('City')).toHaveValue('東京');
    await expectAccessible();
  });

  testVariations([
    { field: 'Name or company', limit: 200 },
    { field: 'Street and number', limit: 200 },
    { field: 'City', limit: 100 },
    { field: 'Post code', limit: 20 },
  ])('has limits and letters that can be printed: $field', async ({ field, limit }) => {
    await openFilledIn();
    await fill(field, 'x'.repeat(limit + 1));
    await press('Continue to payment');
    await expectProblems([`${field}: Use at most ${limit} characters.`]);
    await fill(field, '😀');
    await expectFieldProblem(page.getByLabelText(field), 'Please use Latin, Greek or Cyrillic letters.');
  });

  test('needs a country', async () => {
    await openFilledIn();
    await page.getByLabelText('Country').selectOptions('');
    await press('Continue to payment');
    await expectProblems(['Country: This field is required']);
  });

  test('names both missing consents at their boxes', async () => {
    await openInvoice([], { invoice: anInvoice() });
    await press('Continue to payment');
    await expectProblems(['Confirm that your photos meet the photo guidelines', 'Agree that the purchase is final']);
    await page.getByLabelText('My photos meet the photo guidelines.').click();
    await expectProblems(['Agree that the purchase is final']);
  });

  test('shows at its field what the server says about it', async () => {
    const problems = { partnerCity: { code: 'not_printable' } } as const;
    await openFilledIn(refuse(saveInvoice, 'validation_failed', { problems }));
    await press('Continue to payment');
    await expectProblems(['City: Please use Latin, Greek or Cyrillic letters.']);
  });

  testVariations([
    { name: 'not saved', answers: [refuse(saveInvoice, 'internal_error')], words: 'Error saving invoice' },
    {
      name: 'paid meanwhile',
      answers: [refuse(saveInvoice, 'bucket_not_editable')],
      words: 'This set has been paid for and can no longer be changed.',
    },
    {
      name: 'without a payment page',
      answers: [
        reply(saveInvoice, { invoiceId: idOf(500), invoice: anInvoice() }),
        refuse(createCheckoutSession, 'amount_too_small'),
      ],
      words: 'The total is below the smallest amount that can be paid by card.',
    },
    {
      name: 'without a connection',
      answers: [reply(saveInvoice, { invoiceId: idOf(500), invoice: anInvoice() }), offline(createCheckoutSession)],
      words:
        'Error creating payment session. The server could not be reached. Please check your connection and try again.',
    },
  ])('says why it does not go on: $name', async ({ answers, words }) => {
    await openFilledIn(...answers);
    await press('Continue to payment');
    await expectProblems([words]);
  });

  describe('while photos are still being looked at', () => {
    const saved = reply(saveInvoice, { invoiceId: idOf(500), invoice: anInvoice() });
    const unchecked = (waiting: number) => refuse(createCheckoutSession, 'photos_not_checked', { waiting });
    const checks = (waiting: number) => reply(photoChecks, { checks: [], waiting });
    const button = () => page.getByRole('button', { name: 'Continue to payment' });
    const note = (words: string) =>
      page.getByRole('complementary', { name: 'Your order' }).getByText(words, { exact: true });

    testLooks('an order that waits for the check of its photos', async () => {
      await openFilledIn(saved, unchecked(12), checks(12));
      await press('Continue to payment');
      await expectText('We are still looking at 12 of your photos');
    });

    test('counts them down, and then offers the payment', async () => {
      const server = await openFilledIn(saved, unchecked(12), never(photoChecks));
      await press('Continue to payment');
      await expect.element(note('We are still looking at 12 of your photos')).toBeVisible();
      await expect.element(button()).toHaveAttribute('aria-busy', 'true');
      await expect.element(page.getByText('There is a problem')).not.toBeInTheDocument();
      await queryClient.cancelQueries();
      for (const waiting of [3, 1]) {
        server.answer(checks(waiting));
        await queryClient.refetchQueries({ queryKey: ['photo-checks'] });
        await expect
          .element(note(`We are still looking at ${waiting === 1 ? 'one' : waiting} of your photos`))
          .toBeVisible();
        expect(spoken(), 'not each number').toBe('We are still looking at 12 of your photos');
      }
      server.answer(checks(0));
      await queryClient.refetchQueries({ queryKey: ['photo-checks'] });
      await expect.element(note('We have looked at all of your photos')).toBeVisible();
      expect(spoken()).toBe('We have looked at all of your photos');
      await expect.element(button()).not.toHaveAttribute('aria-busy');
      await expectAccessible();
      server.answer(refuse(createCheckoutSession, 'effect_not_agreed'));
      await press('Continue to payment');
      await expectProblems([
        'An effect of this set needs your yes, because its film will or may show something else. Please go back to your photos.',
      ]);
      await expect.element(note('We have looked at all of your photos')).not.toBeInTheDocument();
    });

    test('polls for them', async () => {
      const server = await openFilledIn(saved, unchecked(2), checks(2));
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      await press('Continue to payment');
      await expect.poll(() => server.sent(photoChecks)).toHaveLength(2);
      server.answer(checks(0));
      await expect
        .poll(() => (vi.advanceTimersByTime(500), note('We have looked at all of your photos').query()))
        .not.toBeNull();
    });

    test('says to try again if their number cannot be had', async () => {
      await openFilledIn(saved, unchecked(12), refuse(photoChecks, 'internal_error'));
      await press('Continue to payment');
      await expectProblems(['We are still looking at your photos. Please try again in a moment.']);
      await expect.element(button()).not.toHaveAttribute('aria-busy');
    });

    test('says to try again if a server of an earlier version does not tell their number', async () => {
      await openFilledIn(saved, refuse(createCheckoutSession, 'photos_not_checked'));
      await press('Continue to payment');
      await expectProblems(['We are still looking at your photos. Please try again in a moment.']);
    });
  });

  test('keeps focus and values while it is sent, and can be changed again after an error', async () => {
    const city = page.getByLabelText('City');
    const country = page.getByLabelText('Country');
    const consent = page.getByLabelText('My photos meet the photo guidelines.');
    const problems = { partnerCity: { code: 'not_printable' } } as const;
    const refused = late(refuse(saveInvoice, 'validation_failed', { problems }));
    const server = await openFilledIn(refused);
    await fill('City', 'Sopron');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => server.sent(saveInvoice)).toHaveLength(1);
    await expect.element(city).toHaveFocus();
    await userEvent.keyboard('x');
    focus(country);
    await userEvent.keyboard('A');
    focus(consent);
    await userEvent.keyboard(' ');
    expect([city, country].map((field) => (field.element() as HTMLInputElement).value)).toEqual(['Sopron', 'HU']);
    await expect.element(consent).toBeChecked();
    await expectAccessible();
    refused.letGo();
    await expectProblems(['City: Please use Latin, Greek or Cyrillic letters.']);
    await page.getByRole('link', { name: /^City/ }).click();
    await expect.element(city).toHaveFocus();
    await userEvent.keyboard('x');
    await expect.element(city).toHaveValue('Sopronx');
    await country.selectOptions('AT');
    await expect.element(country).toHaveValue('AT');
  });

  test('is forgotten when the session ends', async () => {
    await openInvoice();
    await fill('City', 'Sopron');
    endSession();
    await expectHeading('Sign in');
    expect(findDraft(idOf(1))).toBeNull();
  });

  test('is busy while the payment page is requested', async () => {
    await openFilledIn(
      reply(saveInvoice, { invoiceId: idOf(500), invoice: anInvoice() }),
      never(createCheckoutSession),
    );
    await press('Continue to payment');
    await expect
      .element(page.getByRole('button', { name: 'Taking you to the payment page…' }))
      .toHaveAttribute('aria-busy', 'true');
  });
});

describe('the invoice data of a paid set', () => {
  const bucket = aBucket(1, { status: 'paid' });
  const issue = { state: 'failed' as const, number: null, pdfUrl: null, correctable: true };
  const open = (...answers: Parameters<typeof openInvoice>[0] & object) =>
    openInvoice([reply(bucketInvoice, { invoice: anInvoice(), issue }), ...answers], { bucket });

  testLooks('the correction of invoice data', async () => {
    await open();
    await expectText('Correct your invoice details');
  });

  test('are corrected until the invoice is issued', async () => {
    await open(...dashboardAnswers([bucket]), reply(saveInvoice, { invoiceId: idOf(500), invoice: anInvoice() }));
    await fill('City', 'Sopron');
    await press('Save the details');
    await expectText('Saved. Your invoice is issued with these details.');
    await expectPath('/dashboard');
  });

  test('are kept if the invoice was issued in the meantime', async () => {
    await open(refuse(saveInvoice, 'bucket_not_editable'));
    await press('Save the details');
    await expectProblems([
      'The invoice has been issued meanwhile, or is being issued right now. It can no longer be changed.',
    ]);
  });

  test('cannot be changed once the invoice is issued', async () => {
    const issued = { ...issue, state: 'issued' as const, number: 'KS-1', pdfUrl: '/x', correctable: false };
    await open(...dashboardAnswers([bucket]), reply(bucketInvoice, { invoice: anInvoice(), issue: issued }));
    await expectText('This set is already paid.');
  });
});

/** What screen readers hear. */
const spoken = () => document.querySelector('body > div > [aria-live="polite"]')?.textContent.trimEnd();

function focus(field: Locator): void {
  (field.element() as HTMLElement).focus();
}

/** With valid values. */
async function openFilledIn(...answers: Parameters<typeof openInvoice>[0] & object) {
  const server = await openInvoice(answers, { invoice: anInvoice() });
  await page.getByLabelText('My photos meet the photo guidelines.').click();
  await page.getByLabelText(/^I agree that the purchase is final/).click();
  return server;
}
