import { batchStatus, type Bucket, getBucket, myBuckets } from '@keepsake/contract/photos/content';
import { saveInvoice } from '@keepsake/contract/orders/invoice';
import { createCheckoutSession } from '@keepsake/contract/orders/payment';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, never, refuse, reply } from '../../test/answers.ts';
import { dashboardAnswers } from '../../test/dashboard.ts';
import { testLooks } from '../../test/looks.ts';
import { anInvoice, invoiceAnswers, openInvoice } from '../../test/invoice.ts';
import { aBucket, aPage, aPhoto, idOf, photoIn } from '../../test/orders.ts';
import { renderPage } from '../../test/render-page.tsx';
import { expectHeading, expectPath, expectText, press } from '../../test/screen.ts';
import { customer } from '../../test/users.ts';

const bucketId = idOf(1);
const paid: Partial<Bucket> = { status: 'paid', Contents: [photoIn('paid', 1)] };

describe('a customer who comes back without having paid', () => {
  const open = () => renderPage(`/payment/cancel?bucket=${bucketId}`, { user: customer, answers: invoiceAnswers() });

  testLooks('a cancelled payment', open);

  test('finds the set again, and the way to pay', async () => {
    await open();
    await expectHeading('Payment cancelled');
    await expectText('Your photos and your choices are saved');
    await expectText('Sets that are not paid for are kept for 30 days.');
    await expect.element(page.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
    await page.getByRole('link', { name: 'Try Again' }).click();
    await expectHeading('Invoice details');
    await expectPath(`/invoice/${bucketId}`);
  });

  test('need not give the consents again', async () => {
    const toPay = reply(createCheckoutSession, () => ({ url: `${location.origin}/invoice/${bucketId}#pay` }));
    const saved = reply(saveInvoice, { invoiceId: idOf(500), invoice: anInvoice() });
    await openInvoice([toPay, saved], { invoice: anInvoice() });
    await page.getByLabelText('My photos meet the photo guidelines.').click();
    await page.getByLabelText(/^I agree that the purchase is final/).click();
    await press('Continue to payment');
    await expect.poll(() => location.hash).toBe('#pay');
    history.pushState(null, '', `/payment/cancel?bucket=${bucketId}`);
    dispatchEvent(new PopStateEvent('popstate'));
    await page.getByRole('link', { name: 'Try Again' }).click();
    await expectHeading('Invoice details');
    await expect.element(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
    await expect.element(page.getByLabelText('My photos meet the photo guidelines.')).not.toBeInTheDocument();
  });

  test('is led to the dashboard if the address names no set', async () => {
    await renderPage('/payment/cancel', { user: customer });
    await expect.element(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/dashboard');
  });
});

describe('a customer who comes back from the payment page', () => {
  test('sees that the payment is being checked', async () => {
    stopTime();
    await open([never(getBucket)]);
    await expectHeading('Checking your payment');
    await vi.advanceTimersByTimeAsync(2_100);
    await expectText('One moment, please. This takes a few seconds.');
  });

  test.for([
    { set: paid, heading: 'Payment complete', text: 'We have started on your films' },
    {
      set: {},
      heading: 'Your payment has not arrived yet',
      text: 'If you have not, nothing was charged, and your photos and choices are saved',
    },
    {
      set: { Contents: [photoIn('paid', 1), aPhoto(2)] },
      heading: 'Payment received',
      text: 'Payment received but processing delayed. Please check your dashboard.',
    },
    {
      set: { payment: 'under_way' },
      heading: 'Your payment is on its way',
      text: 'This way of paying can take a few days.',
    },
    { set: { payment: 'failed' }, heading: 'The payment failed', text: 'Nothing was charged' },
  ] satisfies { set: Partial<Bucket>; heading: string; text: string }[])(
    'reads how it went, and is taken to the dashboard: $heading',
    async ({ set, heading, text }) => {
      await openChecked(reply(getBucket, { bucket: aBucket(1, set) }));
      await expectHeading(heading);
      await expectText(text);
      await expectText('You are taken to your dashboard in a moment.');
      await vi.advanceTimersByTimeAsync(3_100);
      await expectPath('/dashboard');
    },
  );

  test('is told that the server cannot be reached, and taken to the dashboard', async () => {
    await openChecked(refuse(getBucket, 'internal_error'));
    await expectText('Error verifying payment. Please check your dashboard.');
    await vi.advanceTimersByTimeAsync(3_100);
    await expectPath('/dashboard');
  });

  test('by an address without a set is told so, and taken to the dashboard', async () => {
    await openMissing();
    await expect.element(page.getByRole('link', { name: 'Continue now' })).toBeVisible();
    await vi.advanceTimersByTimeAsync(3_100);
    await expectPath('/dashboard');
  });

  test('stays on the page when they begin to use it before it goes on', async () => {
    await openMissing();
    const now = page.getByRole('link', { name: 'Continue now' }).element() as HTMLElement;
    now.focus();
    await vi.advanceTimersByTimeAsync(10_000);
    await expectPath('/payment/success');
    now.click();
    await expectPath('/dashboard');
  });

  test('before the payment has arrived sees it arrive on the dashboard', async () => {
    const server = await openChecked(reply(getBucket, { bucket: aBucket(1) }));
    await expectHeading('Your payment has not arrived yet');
    await vi.advanceTimersByTimeAsync(3_100);
    await expectText('In your cart, not paid yet');
    server.answer(
      reply(batchStatus, { statuses: { [idOf(201)]: { status: 'paid', processedVideos: [], versions: [] } } }),
      reply(myBuckets, aPage([aBucket(1, paid)])),
    );
    await vi.advanceTimersByTimeAsync(2_100);
    await expectText(/^Paid$/);
    await expect.element(page.getByText('In your cart, not paid yet')).not.toBeInTheDocument();
  });

  testLooks('an address that names no set', openMissing);

  testLooks('a payment that is complete', async () => {
    await openChecked(reply(getBucket, { bucket: aBucket(1, paid) }));
    await expectHeading('Payment complete');
  });

  const open = (answers: Answer[], path = `/payment/success?bucket=${bucketId}`) =>
    renderPage(path, { user: customer, answers: [...dashboardAnswers([aBucket(1)]), ...answers] });

  async function openMissing(): Promise<void> {
    stopTime();
    await open([], '/payment/success');
    await expectText('Error: Missing bucket information');
  }

  /** The first request is sent after two seconds. */
  async function openChecked(answer: Answer) {
    stopTime();
    const server = await open([answer]);
    await expectHeading('Checking your payment');
    await vi.advanceTimersByTimeAsync(2_100);
    return server;
  }
});

function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
}
