import type { Language } from '@keepsake/contract/primitives';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';
import type { MailKind } from './mail-kinds.ts';

interface NewMail {
  id: string;
  kind: MailKind;
  userId: string;
  bucketId?: string | undefined;
  dedupeKey?: string | undefined;
  payload: object;
}

/** @returns whether it was written; not where a mail with its dedupe key exists */
export async function insertMail(tx: Queryable, clock: Clock, mail: NewMail): Promise<boolean> {
  const written = await tx.run(sql`
    insert into mails (id, kind, user_id, bucket_id, dedupe_key, payload, created_at)
    values (${mail.id}, ${mail.kind}, ${mail.userId}, ${mail.bucketId ?? null}, ${mail.dedupeKey ?? null},
      ${JSON.stringify(mail.payload)}::jsonb, ${clock.now()})
    on conflict (dedupe_key) do nothing`);
  return written === 1;
}

/** A mail that waits to be sent, with what is known now about its reader and its set. */
export interface WaitingMail {
  id: string;
  kind: MailKind;
  payload: unknown;
  tries: number;
  createdAt: Date;
  userId: string;
  name: string;
  email: string;
  language: Language;
  role: 'User' | 'Admin';
  verified: boolean;
  hasPassword: boolean;
  bucketId: string | null;
  /** Empty where the mail is about no set, or the set is gone. */
  bucketStatus: 'pending' | 'paid' | 'archived' | null;
  deletionDate: Date | null;
}

/** Undefined where it is sent, failed permanently or deleted with its reader. */
export function waitingMail(db: Queryable, id: string): Promise<WaitingMail | undefined> {
  return db.first<WaitingMail>(sql`
    select m.id, m.kind, m.payload, m.tries, m.created_at, m.user_id, u.name, u.email, u.default_language as language, u.role,
      u.email_verified_at is not null as verified, u.password_hash is not null as has_password,
      m.bucket_id, b.status as bucket_status, b.deletion_date
    from mails m join users u on u.id = m.user_id left join buckets b on b.id = m.bucket_id
    where m.id = ${id} and m.state = 'queued'`);
}

/**
 * Takes a waiting mail for this transaction; false where it is not waiting any more. The lock is one of its own and not the row's, so
 * that a mail server that hangs does not hold up whoever deletes the reader. @throws while another run has it
 */
export async function lockWaitingMail(tx: Tx, id: string): Promise<boolean> {
  const lock = await tx.first<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`mail ${id}`}, 0)) as free`,
  );
  if (!lock?.free) throw new Error(`Mail ${id} is being sent already`);
  return (await tx.first(sql`select id from mails where id = ${id} and state = 'queued'`)) !== undefined;
}

/**
 * Waiting mails that no job will send. A job that has run longer than `longestRunMs` is lost too: its worker could not report the
 * result to the queue.
 */
export async function strandedMails(db: Queryable, longestRunMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select m.id from mails m
    where m.state = 'queued' and not exists (
      select 1 from graphile_worker.jobs j where j.key = 'mail:' || m.id and j.attempts < j.max_attempts
        and (j.locked_at is null or j.locked_at > now() - ${longestRunMs}::int * interval '1 millisecond'))`);
  return rows.map(({ id }) => id);
}

export async function markSent(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update mails set state = 'sent', sent_at = app_now(), tries = tries + 1, last_error = null where id = ${id}`);
}

/** Its reason passed while it waited. */
export async function markDropped(db: Queryable, id: string): Promise<void> {
  await db.run(sql`update mails set state = 'dropped' where id = ${id} and state = 'queued'`);
}

export async function markFailed(tx: Tx, id: string, error: string): Promise<void> {
  await tx.run(sql`update mails set state = 'failed', tries = tries + 1, last_error = ${error} where id = ${id}`);
}

export async function noteFailedTry(tx: Tx, id: string, error: string): Promise<void> {
  await tx.run(sql`update mails set tries = tries + 1, last_error = ${error} where id = ${id}`);
}

export async function adminIds(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`select id from users where role = 'Admin' order by id`);
  return rows.map(({ id }) => id);
}
