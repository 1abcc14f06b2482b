import type { Language } from '@keepsake/contract/primitives';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { ageMs, appNow, databaseNow, later } from '../../platform/database/expressions.ts';
import { toJson } from '../../platform/database/json.ts';
import type { MailKind } from './mail-kinds.ts';

declare module '../../platform/database/json.ts' {
  interface TextColumns {
    'mails.kind': MailKind;
  }
}

interface NewMail {
  id: string;
  kind: MailKind;
  userId: string;
  bucketId?: string | undefined;
  dedupeKey?: string | undefined;
  payload: unknown;
}

/** @returns false if a mail with this dedupe key exists */
export async function insertMail(tx: Queryable, mail: NewMail): Promise<boolean> {
  const { id, kind, userId, bucketId = null, dedupeKey = null, payload } = mail;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('mails')
    .values({ id, kind, userId, bucketId, dedupeKey, payload: toJson(payload), createdAt: appNow })
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** A waiting mail, with the current data of its recipient and its bucket. */
export interface WaitingMail {
  id: string;
  kind: MailKind;
  payload: unknown;
  tries: number;
  createdAt: Date;
  /** Milliseconds since then. */
  age: number;
  userId: string;
  name: string;
  email: string;
  language: Language;
  role: 'User' | 'Admin';
  verified: boolean;
  hasPassword: boolean;
  disabled: boolean;
  bucketId: string | null;
  /** Null if the mail is not about a bucket, or the bucket was deleted. */
  bucketStatus: 'pending' | 'paid' | 'archived' | null;
  deletionDate: Date | null;
  /** The time at which this row was read. */
  readAt: Date;
}

/** Undefined if it is sent, failed permanently, or deleted with its recipient. */
export function waitingMail(db: Queryable, id: string): Promise<WaitingMail | undefined> {
  return mailById(db, id).where('mails.state', '=', 'queued').executeTakeFirst();
}

/** A mail in any state, with the same data as a waiting one. */
export function mailInAnyState(
  db: Queryable,
  id: string,
): Promise<(WaitingMail & { state: 'queued' | 'sent' | 'failed' | 'dropped' }) | undefined> {
  return mailById(db, id).select('mails.state').executeTakeFirst();
}

/** Undefined if there is none with this key. */
export async function stateOfMail(db: Queryable, dedupeKey: string): Promise<string | undefined> {
  const mail = await db.selectFrom('mails').where('dedupeKey', '=', dedupeKey).select('state').executeTakeFirst();
  return mail?.state;
}

/** Whether a mail of this kind about the same bucket is waiting for the same recipient. */
export async function isMailWaiting(
  db: Queryable,
  { kind, userId, bucketId }: { kind: MailKind; userId: string; bucketId: string | null },
): Promise<boolean> {
  const waiting = await db
    .selectFrom('mails')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', sql.lit('queued'))
    .where(bucketId === null ? sql<boolean>`bucket_id is null` : sql<boolean>`bucket_id = ${bucketId}`)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

function mailById(db: Queryable, id: string) {
  return db
    .selectFrom('mails')
    .innerJoin('users', 'users.id', 'mails.userId')
    .leftJoin('buckets', 'buckets.id', 'mails.bucketId')
    .where('mails.id', '=', id)
    .select(({ eb }) => [
      'mails.id',
      'mails.kind',
      'mails.payload',
      'mails.tries',
      'mails.createdAt',
      ageMs(sql.ref('mails.createdAt')).as('age'),
      'users.id as userId',
      'users.name',
      'users.email',
      'users.defaultLanguage as language',
      'users.role',
      eb('users.emailVerifiedAt', 'is not', null).$castTo<boolean>().as('verified'),
      eb('users.passwordHash', 'is not', null).$castTo<boolean>().as('hasPassword'),
      eb('users.disabledAt', 'is not', null).$castTo<boolean>().as('disabled'),
      'mails.bucketId',
      'buckets.status as bucketStatus',
      'buckets.deletionDate',
      appNow.as('readAt'),
    ]);
}

/**
 * Claims a waiting mail for this transaction; false if it is no longer waiting. Uses an advisory lock instead of a row lock, so that a hanging mail
 * server does not block the deletion of the recipient.
 * @throws while another run holds it
 */
export async function lockWaitingMail(tx: Tx, id: string): Promise<boolean> {
  const lock = await tx
    .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${`mail ${id}`}, 0))`.as('free'))
    .executeTakeFirstOrThrow();
  if (!lock.free) throw new Error(`Mail ${id} is being sent already`);
  const waiting = await tx
    .selectFrom('mails')
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .select('id')
    .executeTakeFirst();
  return waiting !== undefined;
}

/**
 * Waiting mails without a live job. A job that has run longer than `longestRunMs` is lost too: its worker could not report the result to the queue.
 */
export function strandedMails(db: Queryable, longestRunMs: number): Promise<{ id: string; kind: MailKind }[]> {
  return db
    .selectFrom('mails')
    .where('state', '=', sql.lit('queued'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('graphileWorker.jobs as job')
            .where('job.key', '=', sql<string>`'mail:' || mails.id`)
            .whereRef('job.attempts', '<', 'job.maxAttempts')
            .where(({ or, eb }) =>
              or([eb('lockedAt', 'is', null), eb('lockedAt', '>', later(databaseNow, -longestRunMs))]),
            )
            .select('job.id'),
        ),
      ),
    )
    .select(['mails.id', 'mails.kind'])
    .execute();
}

export async function markSent(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('mails')
    .where('id', '=', id)
    .set(({ eb }) => ({ state: 'sent', sentAt: appNow, tries: eb('tries', '+', 1), lastError: null }))
    .execute();
}

/** Deletes a mail that has become irrelevant while it waited. */
export async function markDropped(db: Queryable, id: string): Promise<void> {
  await db.updateTable('mails').where('id', '=', id).where('state', '=', 'queued').set({ state: 'dropped' }).execute();
}

export async function markFailed(tx: Tx, id: string, error: string): Promise<void> {
  await tx
    .updateTable('mails')
    .where('id', '=', id)
    .set(({ eb }) => ({ state: 'failed', tries: eb('tries', '+', 1), lastError: error }))
    .execute();
}

export async function recordFailedTry(tx: Tx, id: string, error: string): Promise<void> {
  await tx
    .updateTable('mails')
    .where('id', '=', id)
    .set(({ eb }) => ({ tries: eb('tries', '+', 1), lastError: error }))
    .execute();
}

export async function adminIds(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .where('role', '=', sql.lit('Admin'))
    .where('disabledAt', 'is', null)
    .select('id')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
