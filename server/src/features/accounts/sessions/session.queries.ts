import { sql, type Queryable, type Tx } from '../../../platform/database/db.ts';
import { sha256 } from '../../../platform/ids.ts';
import { userColumns, type UserRow } from '../user.queries.ts';

interface NewSession {
  hash: Buffer;
  userId: string;
  /** The session was opened with the code of an authenticator app, too. */
  hasSecondStep: boolean;
  /** Browser and system that opened it. */
  device: string | null;
}

export async function insertSession(tx: Tx, { hash, userId, hasSecondStep, device }: NewSession): Promise<void> {
  await tx.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_used_at, has_second_step, device)
    values (${hash}, ${userId}, app_now(), app_now(), ${hasSecondStep}, ${device})`);
}

/** A user with one of their sessions. */
export interface SessionRow extends UserRow {
  /** Milliseconds since sign-in, and since the last use that was noted. */
  ageMs: number;
  idleMs: number;
  /** The last use was noted on an earlier day. */
  isNewDay: boolean;
  /** The session was opened with the code of an authenticator app. */
  hasSecondStep: boolean;
  device: string | null;
}

/** A session with its user as they are now: a change of role counts from the next request. */
export function findSession(db: Queryable, hash: Buffer): Promise<SessionRow | undefined> {
  return db.first<SessionRow>(sql`
    select ${userColumns},
      (extract(epoch from app_now() - s.created_at) * 1000)::float8 as age_ms,
      (extract(epoch from app_now() - s.last_used_at) * 1000)::float8 as idle_ms,
      (s.last_used_at at time zone 'UTC')::date < (app_now() at time zone 'UTC')::date as is_new_day,
      s.has_second_step, s.device
    from sessions s join users on users.id = s.user_id
    where s.token_hash = ${hash}`);
}

export async function noteSessionUse(db: Queryable, hash: Buffer): Promise<void> {
  await db.run(sql`update sessions set last_used_at = app_now() where token_hash = ${hash}`);
}

/** Records that the user used the product today. */
export async function noteActivity(db: Queryable, userId: string): Promise<void> {
  await db.run(sql`
    insert into user_activity (day, user_id) values ((app_now() at time zone 'UTC')::date, ${userId}) on conflict do nothing`);
}

export async function deleteSession(db: Queryable, hash: Buffer): Promise<void> {
  await db.run(sql`delete from sessions where token_hash = ${hash}`);
}

interface OwnSession {
  id: string;
  device: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  isCurrent: boolean;
}

/** The sessions of a user that have not ended: the current one first, then the last used. */
export function liveSessions(
  db: Queryable,
  { userId, sessionHash }: { userId: string; sessionHash: Buffer },
  life: { idleMs: number; absoluteMs: number },
  most: number,
): Promise<OwnSession[]> {
  return db.query(sql`
    select id, device, created_at, last_used_at, token_hash = ${sessionHash} as is_current
    from sessions
    where user_id = ${userId} and last_used_at > app_now() - ${life.idleMs}::bigint * interval '1 millisecond'
      and created_at > app_now() - ${life.absoluteMs}::bigint * interval '1 millisecond'
    order by token_hash = ${sessionHash} desc, last_used_at desc, id limit ${most}`);
}

/** @returns whether this user had such a session */
export async function deleteSessionById(db: Queryable, userId: string, id: string): Promise<boolean> {
  return (await db.run(sql`delete from sessions where user_id = ${userId} and id = ${id}`)) > 0;
}

/** @returns how many were deleted */
export function deleteOtherSessions(db: Queryable, userId: string, kept: Buffer): Promise<number> {
  return db.run(sql`delete from sessions where user_id = ${userId} and token_hash <> ${kept}`);
}

/** @returns how many were deleted */
export function deleteSessionsOf(tx: Tx, userId: string): Promise<number> {
  return tx.run(sql`delete from sessions where user_id = ${userId}`);
}

/** Ends all sessions of a user but one, which from now on counts as opened with a second step. @returns false where it has ended itself */
export async function keepSessionWithSecondStep(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  await deleteOtherSessions(tx, userId, hash);
  return (await tx.run(sql`update sessions set has_second_step = true where token_hash = ${hash}`)) === 1;
}

/** The second step was turned off: no session counts as opened with it. */
export async function forgetSecondStep(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`update sessions set has_second_step = false where user_id = ${userId}`);
}

/** Removes sessions past the idle or absolute lifetime, in milliseconds. */
export function removeSessions(db: Queryable, ended: { idleMs: number; absoluteMs: number }): Promise<number> {
  return db.run(sql`
    delete from sessions where last_used_at < app_now() - ${ended.idleMs}::bigint * interval '1 millisecond'
      or created_at < app_now() - ${ended.absoluteMs}::bigint * interval '1 millisecond'`);
}

/** Whether an account was signed in to from a network before. */
export async function isKnownNetwork(db: Queryable, userId: string, network: string): Promise<boolean> {
  const known = await db.first(sql`
    select 1 from known_networks where user_id = ${userId} and network_hash = ${hashOf(userId, network)}`);
  return known !== undefined;
}

export async function noteKnownNetwork(db: Queryable, userId: string, network: string): Promise<void> {
  await db.run(sql`
    insert into known_networks (user_id, network_hash, last_used_at) values (${userId}, ${hashOf(userId, network)}, app_now())
    on conflict (user_id, network_hash) do update set last_used_at = excluded.last_used_at`);
}

/** Deletes networks without a sign-in for `days` days. */
export function removeOldNetworks(db: Queryable, days: number): Promise<number> {
  return db.run(sql`delete from known_networks where last_used_at < app_now() - ${days}::int * interval '1 day'`);
}

function hashOf(userId: string, network: string): Buffer {
  return sha256(`${userId} ${network}`);
}
