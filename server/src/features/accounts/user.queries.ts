import type { User } from '@keepsake/contract/accounts';
import type { Language } from '@keepsake/contract/primitives';
import { AppError } from '../../errors.ts';
import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';

export interface UserRow {
  id: string;
  name: string;
  email: string;
  role: 'User' | 'Admin';
  /** Null until it is set by mail: for a named administrator, or an address that several people registered. */
  passwordHash: string | null;
  defaultLanguage: Language;
  newsletterConsent: boolean;
  emailVerifiedAt: Date | null;
  /** SHA-256 of a key in the browser that knows the password of an unverified account. */
  registrationKey: Buffer | null;
  createdAt: Date;
  lastLoginAt: Date | null;
  /** Since when signing in takes a second step. */
  totpSince: Date | null;
}

export const userColumns = sql`
  users.id, users.name, users.email, users.role, users.password_hash, users.default_language, users.newsletter_consent,
  users.email_verified_at, users.registration_key, users.created_at, users.last_login_at, users.totp_since`;

export function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  return db.first<UserRow>(sql`select ${userColumns} from users where id = ${id}`);
}

export function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  return db.first<UserRow>(sql`select ${userColumns} from users where email = ${email}`);
}

export interface Registration {
  name: string;
  email: string;
  passwordHash: string;
  registrationKey: Buffer | null;
  defaultLanguage: Language;
  newsletterConsent: boolean;
}

/** Writes a new account. @returns false where the address has one */
export async function insertUnverifiedUser(tx: Tx, user: Registration): Promise<boolean> {
  const written = await tx.run(sql`
    insert into users (id, name, email, password_hash, registration_key, default_language, newsletter_consent, created_at)
    values (${newId()}, ${user.name}, ${user.email}, ${user.passwordHash}, ${user.registrationKey}, ${user.defaultLanguage},
      ${user.newsletterConsent}, app_now())
    on conflict (email) do nothing`);
  return written === 1;
}

/** Records which browser knows the password of an account whose address is not verified. */
export async function setRegistrationKey(db: Queryable, user: UserRow, key: Buffer): Promise<void> {
  await db.run(sql`
    update users set registration_key = ${key}
    where id = ${user.id} and email_verified_at is null and password_hash = ${user.passwordHash}`);
}

/** Drops what may not come from the owner of the address: the password and the consent to mails. */
export async function dropPassword(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update users set password_hash = null, registration_key = null, newsletter_consent = false where id = ${id}`);
}

/** Makes the account of this address an administrator's; one without a password is created where there is none. An unverified one is named anew. */
export async function upsertAdmin(tx: Tx, admin: { email: string; name: string }): Promise<UserRow> {
  const row = await tx.first<UserRow>(sql`
    insert into users (id, name, email, role, created_at) values (${newId()}, ${admin.name}, ${admin.email}, 'Admin', app_now())
    on conflict (email) do update set role = 'Admin',
      name = case when users.email_verified_at is null then excluded.name else users.name end
    returning ${userColumns}`);
  if (!row) throw new Error('An upsert always answers its row');
  return row;
}

/** Records the sign-in. @returns the updated account */
export async function noteLogin(tx: Tx, id: string): Promise<UserRow> {
  const row = await tx.first<UserRow>(
    sql`update users set last_login_at = app_now() where id = ${id} returning ${userColumns}`,
  );
  if (!row) throw new AppError('login_failed');
  return row;
}

export async function markEmailVerified(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update users set email_verified_at = coalesce(email_verified_at, app_now()), registration_key = null where id = ${id}`);
}

export async function setPassword(tx: Tx, id: string, hash: string): Promise<void> {
  await tx.run(sql`update users set password_hash = ${hash} where id = ${id}`);
}

export interface PreferenceChange {
  name?: string | undefined;
  defaultLanguage?: Language | undefined;
  newsletterConsent?: boolean | undefined;
}

export function updatePreferences(db: Queryable, id: string, change: PreferenceChange): Promise<UserRow | undefined> {
  return db.first<UserRow>(sql`
    update users set name = coalesce(${change.name ?? null}, name),
      default_language = coalesce(${change.defaultLanguage ?? null}, default_language),
      newsletter_consent = coalesce(${change.newsletterConsent ?? null}, newsletter_consent)
    where id = ${id} returning ${userColumns}`);
}

/** Locks the account row. */
export function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.first<UserRow>(sql`select ${userColumns} from users where id = ${id} for update`);
}

export function lockUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  return tx.first<UserRow>(sql`select ${userColumns} from users where email = ${email} for update`);
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from users where id = ${id}`);
}

export function bucketsOf(db: Queryable, userId: string): Promise<{ id: string }[]> {
  return db.query(sql`select id from buckets where user_id = ${userId} order by id`);
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
  await tx.run(sql`update users set role = ${role} where id = ${id}`);
}

/** Locks the rows of all administrators, so that of two who leave at once the second sees the first gone. @returns their ids */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`select id from users where role = 'Admin' order by id for update`);
  return rows.map(({ id }) => id);
}

/** Whether another administrator exists who can sign in. */
export async function hasOtherAdmin(tx: Tx, id: string): Promise<boolean> {
  const other = await tx.first(sql`
    select 1 from users where role = 'Admin' and id <> ${id} and password_hash is not null and email_verified_at is not null limit 1`);
  return other !== undefined;
}
