import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { appNow, later } from '../../../platform/database/expressions.ts';
import { prepared, type Placeholders } from '../../../platform/database/prepared.ts';
import { sha256 } from '../../../platform/ids.ts';
import { userColumns, type UserRow } from '../user.queries.ts';

interface NewSession {
  hash: Buffer;
  userId: string;
  /** Whether the session was opened with a second step: the code of an authenticator app. */
  hasSecondStep: boolean;
  /** Browser and system that opened it. */
  device: string | null;
}

export async function insertSession(tx: Tx, { hash, userId, hasSecondStep, device }: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({ tokenHash: hash, userId, createdAt: appNow, lastUsedAt: appNow, hasSecondStep, device })
    .execute();
}

/** A user with one of their sessions. */
export interface SessionRow extends UserRow {
  /** Milliseconds since sign-in, and since the last recorded use. */
  ageMs: number;
  idleMs: number;
  /** The last recorded use was on an earlier day. */
  isNewDay: boolean;
  /** The session was opened with the code of an authenticator app. */
  hasSecondStep: boolean;
  device: string | null;
}

/** A session with the current state of its user, so that a change of role applies from the next request. A disabled user has no session. */
export async function findSession(db: Queryable, hash: Buffer): Promise<SessionRow | undefined> {
  const [row] = await sessionOfToken(db, { hash });
  return row;
}

const sessionOfToken = prepared((db, { hash }: Placeholders<{ hash: Buffer }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .where('tokenHash', '=', hash)
    .where('users.disabledAt', 'is', null)
    .select(userColumns)
    .select([
      sql<number>`(extract(epoch from app_now() - sessions.created_at) * 1000)::float8`.as('ageMs'),
      sql<number>`(extract(epoch from app_now() - sessions.last_used_at) * 1000)::float8`.as('idleMs'),
      sql<boolean>`(sessions.last_used_at at time zone 'UTC')::date < ${today}`.as('isNewDay'),
      'hasSecondStep',
      'device',
    ]),
);

/** The current day in UTC. */
const today = sql<string>`(app_now() at time zone 'UTC')::date`;

export async function recordSessionUse(db: Queryable, hash: Buffer): Promise<void> {
  await db.updateTable('sessions').where('tokenHash', '=', hash).set({ lastUsedAt: appNow }).execute();
}

/** Records that the user used the product today. */
export async function recordActivity(db: Queryable, userId: string): Promise<void> {
  await db
    .insertInto('userActivity')
    .values({ day: today, userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteSession(db: Queryable, hash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', hash).execute();
}

interface OwnSession {
  id: string;
  device: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  isCurrent: boolean;
}

/** The sessions of a user that have not ended: the current one first, then the most recently used. */
export function liveSessions(
  db: Queryable,
  { userId, sessionHash }: { userId: string; sessionHash: Buffer },
  life: { idleMs: number; absoluteMs: number },
  most: number,
): Promise<OwnSession[]> {
  return db
    .selectFrom('sessions')
    .where('userId', '=', userId)
    .where('lastUsedAt', '>', later(appNow, -life.idleMs))
    .where('createdAt', '>', later(appNow, -life.absoluteMs))
    .select(({ eb }) => [
      'id',
      'device',
      'createdAt',
      'lastUsedAt',
      eb('tokenHash', '=', sessionHash).$castTo<boolean>().as('isCurrent'),
    ])
    .orderBy('isCurrent', 'desc')
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** @returns whether this user had such a session */
export async function deleteSessionById(db: Queryable, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** @returns how many were deleted */
export async function deleteOtherSessions(db: Queryable, userId: string, kept: Buffer): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('tokenHash', '<>', kept)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** @returns how many were deleted */
export async function deleteSessionsOf(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('sessions').where('userId', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends all sessions of a user except one, which from now on counts as opened with a second step. @returns false if that one has ended, too */
export async function keepSessionWithSecondStep(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  await deleteOtherSessions(tx, userId, hash);
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .where('tokenHash', '=', hash)
    .set({ hasSecondStep: true })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** After the second step was turned off: no session counts as opened with it. */
export async function clearSecondStepOfSessions(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('sessions').where('userId', '=', userId).set({ hasSecondStep: false }).execute();
}

/** Removes sessions past the idle or absolute lifetime, in milliseconds. */
export async function removeSessions(db: Queryable, ended: { idleMs: number; absoluteMs: number }): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where(({ or, eb }) =>
      or([eb('lastUsedAt', '<', later(appNow, -ended.idleMs)), eb('createdAt', '<', later(appNow, -ended.absoluteMs))]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Whether there was a sign-in to this account from this network before. */
export async function isKnownNetwork(db: Queryable, userId: string, network: string): Promise<boolean> {
  const known = await db
    .selectFrom('knownNetworks')
    .where('userId', '=', userId)
    .where('networkHash', '=', hashOf(userId, network))
    .select('userId')
    .executeTakeFirst();
  return known !== undefined;
}

export async function recordKnownNetwork(db: Queryable, userId: string, network: string): Promise<void> {
  await db
    .insertInto('knownNetworks')
    .values({ userId, networkHash: hashOf(userId, network), lastUsedAt: appNow })
    .onConflict((conflict) => conflict.columns(['userId', 'networkHash']).doUpdateSet({ lastUsedAt: appNow }))
    .execute();
}

/** Deletes networks without a sign-in for `days` days. */
export async function removeOldNetworks(db: Queryable, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('knownNetworks')
    .where('lastUsedAt', '<', later(appNow, -days * 24 * 3_600_000))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function hashOf(userId: string, network: string): Buffer {
  return sha256(`${userId} ${network}`);
}
