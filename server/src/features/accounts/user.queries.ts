import { sql } from 'kysely';
import type { User } from '@keepsake/contract/accounts/accounts';
import type { Language } from '@keepsake/contract/primitives';
import { AppError } from '../../errors.ts';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { appNow } from '../../platform/database/expressions.ts';
import { newId } from '../../platform/ids.ts';

export interface UserRow {
  id: string;
  name: string;
  email: string;
  role: 'User' | 'Admin';
  /** Null until it is set with the link of a mail: for an administrator named by the operator, or an address that several people registered. */
  passwordHash: string | null;
  defaultLanguage: Language;
  newsletterConsent: boolean;
  emailVerifiedAt: Date | null;
  /** SHA-256 of a key stored in the browser in which an unverified account was registered. */
  registrationKey: Buffer | null;
  createdAt: Date;
  lastLoginAt: Date | null;
  /** Since when sign-in requires a second step; null if it does not. */
  totpSince: Date | null;
  /** When an administrator disabled the account; null if it is enabled. */
  disabledAt: Date | null;
}

export const userColumns = [
  'users.id',
  'users.name',
  'users.email',
  'users.role',
  'users.passwordHash',
  'users.defaultLanguage',
  'users.newsletterConsent',
  'users.emailVerifiedAt',
  'users.registrationKey',
  'users.createdAt',
  'users.lastLoginAt',
  'users.totpSince',
  'users.disabledAt',
] as const;

export function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').where('id', '=', id).select(userColumns).executeTakeFirst();
}

export function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').where('email', '=', email).select(userColumns).executeTakeFirst();
}

export interface Registration {
  name: string;
  email: string;
  passwordHash: string;
  registrationKey: Buffer | null;
  defaultLanguage: Language;
  newsletterConsent: boolean;
}

/** Inserts a new account. @returns false if the address has one already */
export async function insertUnverifiedUser(tx: Tx, user: Registration): Promise<boolean> {
  const { name, email, passwordHash, registrationKey, defaultLanguage, newsletterConsent } = user;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values({
      id: newId(),
      name,
      email,
      passwordHash,
      registrationKey,
      defaultLanguage,
      newsletterConsent,
      createdAt: appNow,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Records the key of the browser in which an unverified account was registered. */
export async function setRegistrationKey(db: Queryable, user: UserRow, key: Buffer): Promise<void> {
  await db
    .updateTable('users')
    .where('id', '=', user.id)
    .where('emailVerifiedAt', 'is', null)
    .where('passwordHash', '=', user.passwordHash)
    .set({ registrationKey: key })
    .execute();
}

/** Removes what may not come from the owner of the address: the password, the name and the newsletter consent. */
export async function dropRegistration(tx: Tx, { id, email }: Pick<UserRow, 'id' | 'email'>): Promise<void> {
  await tx
    .updateTable('users')
    .where('id', '=', id)
    .set({ name: nameFor(email), passwordHash: null, registrationKey: null, newsletterConsent: false })
    .execute();
}

/** The name until the owner chooses one. */
export function nameFor(email: string): string {
  return email.split('@')[0]?.slice(0, 100) || email.slice(0, 100);
}

/**
 * Makes the account of this address an administrator. If there is none, one without a password is created. The name of an unverified account is
 * replaced, and a disabled account is enabled.
 */
export function upsertAdmin(tx: Tx, { email, name }: { email: string; name: string }): Promise<UserRow> {
  return tx
    .insertInto('users')
    .values({ id: newId(), email, name, role: 'Admin', createdAt: appNow })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet(({ eb, ref }) => ({
        role: 'Admin',
        disabledAt: null,
        name: eb
          .case()
          .when('users.emailVerifiedAt', 'is', null)
          .then(ref('excluded.name'))
          .else(ref('users.name'))
          .end(),
      })),
    )
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}

/** Records the sign-in. @returns the updated account */
export async function recordSignIn(tx: Tx, id: string): Promise<UserRow> {
  const row = await tx
    .updateTable('users')
    .where('id', '=', id)
    .set({ lastLoginAt: appNow })
    .returning(userColumns)
    .executeTakeFirst();
  if (!row) throw new AppError('login_failed');
  return row;
}

export async function markEmailVerified(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .where('id', '=', id)
    .set(({ fn }) => ({ emailVerifiedAt: fn.coalesce('emailVerifiedAt', appNow), registrationKey: null }))
    .execute();
}

export async function setPassword(tx: Tx, id: string, hash: string): Promise<void> {
  await tx.updateTable('users').where('id', '=', id).set({ passwordHash: hash }).execute();
}

export interface PreferenceChange {
  name?: string | undefined;
  defaultLanguage?: Language | undefined;
  newsletterConsent?: boolean | undefined;
}

/** Changes the given fields. Undefined if there is no such account. */
export function updatePreferences(
  db: Queryable,
  id: string,
  { name, defaultLanguage, newsletterConsent }: PreferenceChange,
): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .where('id', '=', id)
    .set(({ ref }) => ({
      name: name ?? ref('name'),
      defaultLanguage: defaultLanguage ?? ref('defaultLanguage'),
      newsletterConsent: newsletterConsent ?? ref('newsletterConsent'),
    }))
    .returning(userColumns)
    .executeTakeFirst();
}

/** Locks the account row. */
export function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').where('id', '=', id).select(userColumns).forUpdate().executeTakeFirst();
}

export function lockUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').where('email', '=', email).select(userColumns).forUpdate().executeTakeFirst();
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

export function bucketsOf(db: Queryable, userId: string): Promise<{ id: string }[]> {
  return db.selectFrom('buckets').where('userId', '=', userId).select('id').orderBy('id').execute();
}

/** Locks the buckets of a user. Lock order: buckets before their user, because a changed name is also written to the buckets' summaries. */
export async function lockBucketsOf(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('buckets').where('userId', '=', userId).select('id').orderBy('id').forNoKeyUpdate().execute();
}

/** The fields that the owner of an account may see. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    defaultLanguage: row.defaultLanguage,
    newsletterConsent: row.newsletterConsent,
    createdAt: row.createdAt.toISOString(),
    lastLogin: row.lastLoginAt?.toISOString() ?? null,
  };
}

export async function setRole(tx: Tx, id: string, role: UserRow['role']): Promise<void> {
  await tx.updateTable('users').where('id', '=', id).set({ role }).execute();
}

/** @returns since when the account is disabled now */
export async function setDisabled(tx: Tx, id: string, isDisabled: boolean): Promise<Date | null> {
  const row = await tx
    .updateTable('users')
    .where('id', '=', id)
    .set({ disabledAt: isDisabled ? appNow : null })
    .returning('disabledAt')
    .executeTakeFirst();
  return row?.disabledAt ?? null;
}

/**
 * Locks the rows of all administrators, so that two administrators who leave concurrently cannot both count on the other.
 * @returns the ids of those who are not disabled: a disabled one has no rights, even in a call that began earlier
 */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .where('role', '=', sql.lit('Admin'))
    .select(['id', 'disabledAt'])
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.filter(({ disabledAt }) => disabledAt === null).map(({ id }) => id);
}

/** Whether another administrator exists who can sign in. */
export async function hasOtherAdmin(tx: Tx, id: string): Promise<boolean> {
  const other = await tx
    .selectFrom('users')
    .where('role', '=', sql.lit('Admin'))
    .where('id', '<>', id)
    .where('passwordHash', 'is not', null)
    .where('emailVerifiedAt', 'is not', null)
    .where('disabledAt', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
