import * as z from 'zod/mini';
import { email } from '../accounts/email.ts';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { lackCodes } from '../films/lacks.ts';
import { processedContent, version } from '../films/videos.ts';
import { invoice, invoiceFields, invoiceIssue } from '../orders/invoice.ts';
import { timelineEntry } from '../photos/content.ts';
import { id, idParams, language, message, pageQuery, revision, seenRevision, time } from '../primitives.ts';
import { orderStatus } from './orders.ts';

/** The customer of an order. */
export const orderCustomer = z.object({
  id,
  name: z.string(),
  email: z.string(),
  language,
  verified: z.boolean(),
  disabled: z.boolean(),
});

/** One request to a video provider for a film. */
export const filmAttempt = z.object({
  number: z.int(),
  provider: z.string(),
  state: z.enum(['submitting', 'unknown', 'submitted', 'overdue', 'succeeded', 'failed', 'abandoned']),
  /** Null if no request was sent yet. */
  sentAt: z.nullable(time),
  endedAt: z.nullable(time),
  failureCode: z.nullable(z.string()),
  failureReason: z.nullable(z.string()),
  /** The provider's id of the generation. */
  generation: z.nullable(z.string()),
});
export type FilmAttempt = z.output<typeof filmAttempt>;

export const orderFilm = z.extend(version, {
  /** Technical detail, for finding the cause. */
  failureReason: z.nullable(z.string()),
  /** It failed, and it is unknown whether the provider has made the film and charged for it: a retry may be charged twice. */
  mayBeChargedTwice: z.boolean(),
  /** True also while its refund is in progress. A failed film is then not made again, unless the refund fails. */
  refunded: z.boolean(),
  /** Whether an administrator granted it, instead of the customer buying it. */
  granted: z.boolean(),
  /** Once it is done. */
  film: z.nullable(processedContent),
  /** The built-in renderer's report: why the film shows another effect (null if it shows the ordered one), and how long it took. */
  report: z.nullable(z.object({ lack: z.nullable(z.enum(lackCodes)), faces: z.int(), renderMs: z.int() })),
  attempts: z.array(filmAttempt),
});
export type OrderFilm = z.output<typeof orderFilm>;

export const orderPhoto = z.object({
  id,
  originalName: z.string(),
  /** Signed and expiring. */
  photoUrl: z.string(),
  width: z.int(),
  height: z.int(),
  /** Number of ordered films, or before the payment of chosen ones. */
  chosen: z.int(),
  films: z.array(orderFilm),
});
export type OrderPhoto = z.output<typeof orderPhoto>;

export const mailStates = ['queued', 'sent', 'failed', 'dropped'] as const;

export const adminMail = z.object({
  id,
  /** Its kind; the texts are in the web app. */
  kind: z.string(),
  /** dropped: it became irrelevant before it was sent. */
  state: z.enum(mailStates),
  createdAt: time,
  sentAt: z.nullable(time),
  tries: z.int(),
  /** The mail server's text, without addresses. */
  lastError: z.nullable(z.string()),
  /** Whether the same mail can be sent once more. */
  repeatable: z.boolean(),
  order: z.nullable(id),
});
export type AdminMail = z.output<typeof adminMail>;

/** A mail with its recipient; null if the account is deleted. */
export const undeliveredMail = z.extend(adminMail, {
  customer: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
});
export type UndeliveredMail = z.output<typeof undeliveredMail>;

export const listUndeliveredMails = endpoint({
  method: 'GET',
  path: '/api/admin/undelivered-mails',
  access: 'admin',
  summary: 'Mails that could not be delivered, newest first, until the same mail has reached its reader.',
  query: pageQuery(limits.adminPageSize),
  reply: z.object({ data: z.array(undeliveredMail), total: z.int() }),
});

export const orderInvoice = z.object({
  invoice,
  /** Major units; null before the payment. */
  amount: z.nullable(z.number()),
  issue: z.nullable(invoiceIssue),
  /** Why it could not be issued: the issuer's text. */
  failure: z.nullable(z.string()),
  /** Whether its data can still be corrected. */
  correctable: z.boolean(),
  revision,
});
export type OrderInvoice = z.output<typeof orderInvoice>;

/** A set with everything that an administrator needs to answer its customer's questions; `getOrder` has its payments. */
export const orderPage = z.object({
  id,
  name: z.nullable(z.string()),
  status: orderStatus,
  createdAt: z.nullable(time),
  paidAt: z.nullable(time),
  /** When its files will be deleted. */
  deletionDate: z.nullable(time),
  deletion: z.nullable(
    z.object({ at: time, reason: z.enum(['customer', 'account', 'retention']), photos: z.int(), films: z.int() }),
  ),
  /** Null if the account is deleted. */
  customer: z.nullable(orderCustomer),
  photos: z.array(orderPhoto),
  invoice: z.nullable(orderInvoice),
  /** Newest first, 100 at most. */
  mails: z.array(adminMail),
  /** Whether `getOrder` finds it: a payment page was opened, or the set exists. */
  hasMoney: z.boolean(),
});
export type OrderPage = z.output<typeof orderPage>;

const reply = z.object({ order: orderPage });

export const getOrderPage = endpoint({
  method: 'GET',
  path: '/api/admin/orders/:id/page',
  access: 'admin',
  summary:
    'A set of any customer with its photos, films, attempts, invoice and mails. The view of its photos is recorded in the audit log, once an hour per administrator.',
  params: idParams,
  reply,
});

export const historyKinds = ['error', 'changed', 'mail_failed', 'owed', 'unfulfilled', 'deleted'] as const;

/** An event in the history of a set, for administrators. */
export const historyEntry = z.extend(timelineEntry, {
  kind: z.union([timelineEntry.shape.kind, z.enum(historyKinds)]),
  /** For an error its module, for a change its action, for a deletion its reason; else as in the timeline. */
  code: z.nullable(z.string()),
  /** The name of the photo that an error is about. */
  photo: z.nullable(z.string()),
  /** The text of the error. */
  detail: z.nullable(z.string()),
  /** The administrator who made the change; null if the name is no longer kept. */
  by: z.nullable(z.string()),
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const orderHistory = endpoint({
  method: 'GET',
  path: '/api/admin/orders/:id/history',
  access: 'admin',
  summary:
    'The history of a set, newest first: its timeline with errors, undelivered mails and administrators’ actions.',
  params: idParams,
  query: pageQuery(50),
  reply: z.object({ entries: z.array(historyEntry), total: z.int() }),
});

export const retryOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:id/retry',
  access: 'admin',
  summary: 'Retry all failed films of a set; finished ones are not changed.',
  params: idParams,
  reply: z.extend(reply, { retried: z.int() }),
  errors: ['bucket_deleted', 'retry_not_possible', 'film_refunded'],
});

export const correctInvoice = endpoint({
  method: 'PUT',
  path: '/api/admin/orders/:id/invoice',
  access: 'admin',
  summary:
    'Correct the buyer on the invoice of a set, as its customer can: until it is requested from an issuer. An invoice that certainly failed is issued again with the new data.',
  params: idParams,
  body: z.object({
    fields: invoiceFields,
    revision: seenRevision,
  }),
  reply,
  errors: ['bucket_deleted', 'changed_meanwhile', 'invoice_not_found', 'invoice_not_correctable'],
});

export const extendOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:id/extension',
  access: 'admin',
  summary: `Keep the photos and films of a set for ${limits.retentionDays} more days.`,
  params: idParams,
  /** If the deletion date is no longer the one that was seen, the request is refused. So a repeated one adds nothing. */
  body: z.object({ seenDeletionDate: time }),
  reply,
  errors: ['bucket_deleted', 'changed_meanwhile'],
});

export const deleteOrder = endpoint({
  method: 'DELETE',
  path: '/api/admin/orders/:id',
  access: 'admin',
  summary:
    'Delete a set with its photos and films for its customer, as the customer’s own deletion does. Payments and the issued invoice stay. The customer’s address confirms it.',
  params: idParams,
  body: z.object({ email }),
  reply,
  errors: [
    'bucket_deleted',
    'address_differs',
    'bucket_payment_in_progress',
    'bucket_payment_processing',
    'payment_not_closed',
  ],
});

export const sendMailAgain = endpoint({
  method: 'POST',
  path: '/api/admin/mails/:id/send-again',
  access: 'admin',
  summary: 'Send a mail about an order, or about a data export, once more, to the recipient’s current address.',
  params: idParams,
  reply: message,
  errors: ['mail_waiting', 'mail_not_wanted'],
});
