import * as z from 'zod/mini';
import { limits } from '@keepsake/contract/limits';
import type { Queryable } from '../../platform/database/db.ts';
import { enqueue, type EnqueueOptions, type JobType } from '../../platform/queue/job.ts';
import { requestedMails, type MailKind } from './mail-kinds.ts';

const byId = z.object({ id: z.uuid() });
const nothing = z.object({});

/**
 * The jobs that one file enqueues and another runs, by name: payload, and the number of attempts if it is not the queue's default. A
 * feature may enqueue the job of a feature above it, which it cannot import.
 */
const types = {
  'send-mail': { payload: z.object({ mailId: z.uuid() }) },
  'check-photo': { payload: z.object({ photoId: z.uuid() }), maxAttempts: 3 },
  'remove-files': { payload: nothing },
  /** `failed`: the provider reported that a delayed payment failed. */
  'settle-session': { payload: z.object({ sessionId: z.string(), failed: z._default(z.boolean(), false) }) },
  'make-refund': { payload: z.object({ refundId: z.uuid() }) },
  'remove-refunded-films': { payload: z.object({ refundId: z.uuid() }) },
  'fill-slots': { payload: nothing },
  'generate-film': { payload: z.object({ attemptId: z.uuid() }) },
  'make-test-film': { payload: byId },
  'remove-generations': { payload: nothing },
  /** Fails permanently after about two minutes in which nothing could be deleted. */
  'delete-generations': { payload: byId, maxAttempts: 5 },
  /** Jobs with `inTurn` run one after another. */
  'issue-invoice': { payload: z.object({ invoiceId: z.uuid(), inTurn: z.optional(z.boolean()) }) },
  'make-data-export': { payload: byId, maxAttempts: 3 },
} as const;

export const queuedJobs = Object.keys(types);

type Types = typeof types;
type Name = keyof Types;
type Payload<N extends Name> = z.input<Types[N]['payload']>;

/** Name, payload and number of attempts of a job, for the file that defines it. */
export function jobType<N extends Name>(name: N): Types[N] & { name: N } {
  return { name, ...types[name] };
}

/** Enqueues a job in the caller's transaction, so that a change and the job it causes commit together. */
function queue<N extends Name>(tx: Queryable, name: N, payload: Payload<N>, options?: EnqueueOptions): Promise<void> {
  const anyType: Record<Name, Omit<JobType, 'name'>> = types;
  return enqueue(tx, { name, ...anyType[name] }, payload, options);
}

/**
 * Sends a waiting mail. There is one job per mail, and the last call sets its time. Two queues, so that a hanging mail server blocks at most two
 * workers.
 */
export function sendMailLater(tx: Queryable, { id, kind }: { id: string; kind: MailKind }, delayMs = 0): Promise<void> {
  const options = { key: `mail:${id}`, queue: `mail-${oneOfTwo(id)}`, priority: requestedMails.has(kind) ? 1 : 0 };
  return queue(tx, 'send-mail', { mailId: id }, { ...options, delayMs });
}

/** The most photos of one customer that can wait for their checks. */
const mostWaiting = limits.openBucketsPerUser * limits.photosPerBucket;

/**
 * Checks a photo. Two queues, because each check occupies a core. The first photo of every customer is checked before the second of any, so that
 * one who uploads hundreds keeps nobody else waiting; and all before other jobs, because they occupy at most two workers.
 *
 * @param ahead how many photos of the same customer are checked before it
 */
export function checkPhotoLater(tx: Queryable, photoId: string, ahead = 0): Promise<void> {
  const options = { key: `photo-check:${photoId}`, queue: `photo-checks-${oneOfTwo(photoId)}`, keepTime: true };
  return queue(tx, 'check-photo', { photoId }, { ...options, priority: Math.min(0, ahead - mostWaiting) });
}

/** Removes the files whose removal was requested (file-removal.queries.ts). */
export function removeRequestedFilesLater(tx: Queryable): Promise<void> {
  return queue(tx, 'remove-files', {}, { key: 'remove-files' });
}

/** Looks a payment session up and acts on its state. There is one waiting job per session and `failed`. */
export function settleSessionLater(
  db: Queryable,
  sessionId: string,
  { failed = false, keepTime = false }: { failed?: boolean; keepTime?: boolean } = {},
): Promise<void> {
  return queue(db, 'settle-session', { sessionId, failed }, { key: `settle:${sessionId}:${failed}`, keepTime });
}

/** Advances a refund by one step. There is one waiting job per refund, and the last call sets its time. */
export function makeRefundLater(db: Queryable, refundId: string, delayMs = 0): Promise<void> {
  return queue(db, 'make-refund', { refundId }, { key: `refund:${refundId}`, delayMs: Math.round(delayMs) });
}

/** Deletes the films of a refund that has succeeded. */
export function removeRefundedFilmsLater(tx: Queryable, refundId: string): Promise<void> {
  return queue(tx, 'remove-refunded-films', { refundId }, { key: `refunded-films:${refundId}` });
}

/** Starts waiting films, in the transaction that adds a film or frees a slot. No key: two transactions must not wait for each other on the job's row. */
export function fillSlotsAfter(tx: Queryable): Promise<void> {
  return queue(tx, 'fill-slots', {});
}

/** Starts waiting films, outside a transaction; repeated calls share one job. */
export function fillSlotsLater(db: Queryable, delayMs: number): Promise<void> {
  return queue(db, 'fill-slots', {}, { key: 'fill-slots', delayMs });
}

/** Advances an attempt by one step. There is one waiting job per attempt, and the last call sets its time. */
export function wakeAttempt(tx: Queryable, attemptId: string, delayMs = 0): Promise<void> {
  return queue(tx, 'generate-film', { attemptId }, { key: `attempt:${attemptId}`, delayMs: Math.round(delayMs) });
}

/** Advances an administrator's test film by one step. */
export function makeTestFilmLater(tx: Queryable, id: string, delayMs = 0): Promise<void> {
  return queue(tx, 'make-test-film', { id }, { key: `test-film:${id}`, delayMs: Math.round(delayMs) });
}

/** Deletes generations that no order needs any more at their providers. */
export function removeGenerationsLater(db: Queryable): Promise<void> {
  return queue(db, 'remove-generations', {}, { key: 'remove-generations' });
}

/** Deletes all unneeded generations at the video provider, as an administrator has requested. */
export function deleteGenerationsLater(db: Queryable, id: string, delayMs = 0): Promise<void> {
  const name = 'delete-generations';
  return queue(db, name, { id }, { key: `${name}:${id}`, queue: name, delayMs });
}

/** Advances the issuing of an invoice by one step. There is one waiting job per invoice, and the last call sets its time. */
export function wakeInvoice(
  tx: Queryable,
  invoiceId: string,
  { delayMs = 0, inTurn = false }: { delayMs?: number; inTurn?: boolean } = {},
): Promise<void> {
  const options = { key: `invoice:${invoiceId}`, delayMs: Math.round(delayMs) };
  if (!inTurn) return queue(tx, 'issue-invoice', { invoiceId }, options);
  return queue(tx, 'issue-invoice', { invoiceId, inTurn }, { ...options, queue: 'issue-invoice' });
}

/** Makes the data export of a customer. There is one job per export. One at a time, because each reads all files of its customer. */
export function makeDataExportLater(tx: Queryable, id: string): Promise<void> {
  return queue(tx, 'make-data-export', { id }, { key: `data-export:${id}`, queue: 'data-exports' });
}

/** Spreads jobs over two queues by the random end of an id. */
function oneOfTwo(id: string): number {
  return Number.parseInt(id.slice(-2), 16) % 2;
}
