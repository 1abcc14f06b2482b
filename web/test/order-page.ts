import type { CustomerPage } from '@keepsake/contract/admin/customer-page';
import type { AdminMail, OrderFilm, OrderPage } from '@keepsake/contract/admin/order-page';
import { idOf } from './orders.ts';
import { customer } from './users.ts';

const at = '2026-11-20T08:00:00Z';

/** A name of two hundred characters without a gap. */
export const longName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200);

export function aFilm(number: number, more: Partial<OrderFilm> = {}): OrderFilm {
  return {
    id: idOf(500 + number),
    promptId: idOf(101),
    action: { en: 'Smile' },
    number,
    state: 'done',
    failureCode: null,
    startedAt: at,
    doneAt: at,
    failureReason: null,
    mayBeChargedTwice: false,
    refunded: false,
    granted: false,
    film: {
      id: idOf(500 + number),
      url: '/gallery/smile.mp4',
      downloadUrl: '/gallery/smile.mp4',
      posterUrl: '/gallery/smile.jpg',
      promptId: idOf(101),
      number,
      shows: null,
      metadata: { bytes: 1000, sha256: 'a'.repeat(64), width: 960, height: 540, durationMs: 5000, createdAt: at },
    },
    report: { lack: null, agreed: null, faces: 1, renderMs: 900 },
    attempts: [],
    ...more,
  };
}

export const failedFilm = aFilm(2, {
  state: 'failed',
  failureCode: 'unconfirmed',
  mayBeChargedTwice: true,
  doneAt: null,
  film: null,
  report: null,
  attempts: [
    {
      number: 1,
      provider: 'luma',
      state: 'failed',
      sentAt: at,
      endedAt: at,
      failureCode: 'unconfirmed',
      failureReason: longName,
      generation: null,
    },
  ],
});

export function aMail(number: number, more: Partial<AdminMail> = {}): AdminMail {
  return {
    id: idOf(600 + number),
    kind: 'order-confirmed',
    state: 'sent',
    createdAt: at,
    sentAt: at,
    tries: 1,
    lastError: null,
    repeatable: true,
    order: idOf(1),
    ...more,
  };
}

export const orderPage: OrderPage = {
  id: idOf(1),
  name: 'Grandma’s 80th',
  status: 'paid',
  createdAt: at,
  paidAt: at,
  deletionDate: '2026-12-20T08:00:00Z',
  deletion: null,
  customer: {
    id: customer.id,
    name: customer.name,
    email: customer.email,
    language: 'hu',
    verified: true,
    disabled: false,
  },
  photos: [
    {
      id: idOf(201),
      originalName: 'grandma.jpg',
      photoUrl: '/gallery/smile.jpg',
      width: 960,
      height: 1200,
      chosen: 2,
      films: [aFilm(1), failedFilm],
    },
  ],
  invoice: {
    invoice: {
      id: idOf(301),
      bucketId: idOf(1),
      partnerName: 'Kovács Ada',
      partnerTaxNumber: null,
      partnerAddress: 'Fő utca 1.',
      partnerCity: 'Budapest',
      partnerPostCode: '1011',
      partnerCountry: 'HU',
      currency: 'USD',
      language: 'hu',
      paymentMethod: 'bankcard',
      fulfillmentDate: '2026-11-20',
      dueDate: '2026-11-20',
    },
    amount: 6.98,
    issue: { state: 'failed', number: null, pdfUrl: null, correctable: true },
    failure: 'No such city',
    correctable: true,
    revision: 1,
  },
  mails: [aMail(1), aMail(2, { kind: 'films-ready', state: 'failed', sentAt: null, lastError: 'No such box' })],
  hasMoney: true,
};

export const customerPage: CustomerPage = {
  id: customer.id,
  name: customer.name,
  email: customer.email,
  role: 'User',
  language: 'hu',
  newsletterConsent: false,
  createdAt: at,
  lastLogin: at,
  verifiedAt: at,
  hasPassword: true,
  totp: false,
  disabledAt: null,
  sessions: [{ id: idOf(700), device: 'Firefox, Windows', createdAt: at, lastUsedAt: at }],
  orders: {
    data: [
      {
        id: idOf(1),
        name: 'Grandma’s 80th',
        status: 'paid',
        createdAt: at,
        paidAt: at,
        photos: 1,
        films: 2,
        done: 1,
        failed: 1,
        amount: 6.98,
        currency: 'USD',
      },
    ],
    more: true,
  },
  payments: {
    data: [{ payment: 'pi_1', order: idOf(1), at, currency: 'USD', charged: 6.98, refunded: 1, fulfilled: true }],
    more: false,
  },
  invoices: {
    data: [
      {
        id: idOf(301),
        order: null,
        number: 'KS-2026-17',
        state: 'issued',
        partnerName: 'Kovács Ada',
        amount: 6.98,
        currency: 'USD',
        changedAt: at,
        pdfUrl: '/gallery/smile.jpg',
      },
    ],
    more: false,
  },
  mails: { data: [aMail(1, { order: null })], more: false },
  dataExport: null,
};
