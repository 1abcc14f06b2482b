import { type Bucket, getBucket } from '@keepsake/contract/photos/content';
import { type Invoice, lastInvoice } from '@keepsake/contract/orders/invoice';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { photoChecks } from '@keepsake/contract/photos/photo-checks';
import { type Answer, reply } from './answers.ts';
import { aBucket, idOf, prompts } from './orders.ts';
import { priceAnswers } from './prices.ts';
import { renderPage } from './render-page.tsx';
import { customer } from './users.ts';

export function anInvoice(more: Partial<Invoice> = {}): Invoice {
  return {
    id: idOf(500),
    bucketId: idOf(1),
    partnerName: 'Rosa Lind',
    partnerTaxNumber: null,
    partnerAddress: 'Main street 1',
    partnerCity: 'Budapest',
    partnerPostCode: '1011',
    partnerCountry: 'HU',
    currency: 'USD',
    language: 'en',
    paymentMethod: 'bankcard',
    fulfillmentDate: '2026-11-20',
    dueDate: '2026-11-20',
    ...more,
  };
}

/** What the invoice step asks for. */
export function invoiceAnswers({ bucket = aBucket(1), invoice = null as Invoice | null } = {}): Answer[] {
  return [
    reply(getBucket, { bucket }),
    reply(lastInvoice, { invoice }),
    reply(listPrompts, { prompts }),
    reply(photoChecks, { checks: [], waiting: 0 }),
    ...priceAnswers(),
  ];
}

/** The invoice step of an unpaid set. */
export function openInvoice(answers: readonly Answer[] = [], about: { bucket?: Bucket; invoice?: Invoice } = {}) {
  return renderPage(`/invoice/${idOf(1)}`, { user: customer, answers: [...invoiceAnswers(about), ...answers] });
}
