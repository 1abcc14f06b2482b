import * as z from 'zod/mini';
import { role } from '../accounts/accounts.ts';
import { email } from '../accounts/email.ts';
import { endpoint } from '../endpoint.ts';
import { chargedPayment } from '../orders/ledger.ts';
import { id, idParams, language, message, time } from '../primitives.ts';
import { adminMail } from './order-page.ts';
import { orderStatus } from './orders.ts';

export const customerSession = z.object({
  id,
  /** Browser and system that opened it; empty if unknown. */
  device: z.nullable(z.string()),
  createdAt: time,
  /** Rounded to the minute. */
  lastUsedAt: time,
});

export const customerOrder = z.object({
  id,
  name: z.nullable(z.string()),
  status: orderStatus,
  createdAt: time,
  paidAt: z.nullable(time),
  photos: z.int(),
  films: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Currency in capitals, amount in major units; null if it was not paid. */
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
});
export type CustomerOrder = z.output<typeof customerOrder>;

export const customerPayment = z.extend(chargedPayment, { order: id, at: time });
export type CustomerPayment = z.output<typeof customerPayment>;

export const customerInvoice = z.object({
  id,
  /** Null if the set is deleted. */
  order: z.nullable(id),
  number: z.nullable(z.string()),
  /** Null if nothing is to be issued: not paid, or nothing was charged. */
  state: z.nullable(z.enum(['to_issue', 'issuing', 'unknown', 'issued', 'failed'])),
  partnerName: z.string(),
  amount: z.nullable(z.number()),
  currency: z.string(),
  changedAt: time,
  /** Signed and expiring. */
  pdfUrl: z.nullable(z.string()),
});
export type CustomerInvoice = z.output<typeof customerInvoice>;

function newest<T extends z.ZodMiniType>(row: T) {
  return z.object({ data: z.array(row), /** There are older ones. */ more: z.boolean() });
}

/** An account with everything that an administrator needs to answer its owner's questions. Lists are newest first, 50 at most. */
export const customerPage = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role,
  language,
  newsletterConsent: z.boolean(),
  createdAt: time,
  lastLogin: z.nullable(time),
  verifiedAt: z.nullable(time),
  hasPassword: z.boolean(),
  /** Two-step sign-in is on. */
  totp: z.boolean(),
  /** When the account was disabled. */
  disabledAt: z.nullable(time),
  sessions: z.array(customerSession),
  orders: newest(customerOrder),
  payments: newest(customerPayment),
  invoices: newest(customerInvoice),
  mails: newest(adminMail),
  dataExport: z.nullable(z.object({ state: z.enum(['waiting', 'ready', 'failed']), requestedAt: time })),
});
export type CustomerPage = z.output<typeof customerPage>;

const reply = z.object({ customer: customerPage });

export const getCustomer = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'admin',
  summary: 'A user with their sessions, sets, payments, invoices and mails.',
  params: idParams,
  reply,
});

export const sendAccountMail = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/mails',
  access: 'admin',
  summary:
    'Send a user the link that verifies the address, or a password reset link. It is sent only to the user’s own address.',
  params: idParams,
  body: z.object({ about: z.enum(['verification', 'password']) }),
  reply,
  errors: ['address_verified', 'mail_waiting'],
});

export const disableUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/disable',
  access: 'admin',
  summary:
    'Disable a user, and end every session at once. Paid films are made and kept as before, and mails about them are sent. A repeated call changes nothing.',
  params: idParams,
  reply,
  errors: ['own_account', 'last_admin'],
});

export const enableUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/enable',
  access: 'admin',
  summary: 'Enable a disabled user. A repeated call changes nothing.',
  params: idParams,
  reply,
  errors: ['own_account'],
});

export const exportCustomer = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/data-export',
  access: 'admin',
  summary:
    'Request the data export of a user. The user gets the mail and the link, as if they had requested it in the profile; the administrator gets no data.',
  params: idParams,
  reply,
  status: 202,
  errors: ['user_disabled'],
});

export const deleteCustomer = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  access: 'admin',
  summary:
    'Delete an account with its sets and files, as its owner’s own deletion does. Payments and issued invoices stay. The address confirms it.',
  params: idParams,
  body: z.object({ email }),
  reply: message,
  errors: [
    'own_account',
    'address_differs',
    'last_admin',
    'bucket_payment_in_progress',
    'bucket_payment_processing',
    'payment_not_closed',
  ],
});
