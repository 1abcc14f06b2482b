import { sql, type Queryable, type Tx } from '../../../platform/database/db.ts';

/** Keeps the secret of an app that is yet to be confirmed; the one before is forgotten. */
export async function putTotpSecret(tx: Tx, userId: string, sealed: Buffer): Promise<void> {
  await tx.run(sql`
    insert into totp_secrets (user_id, sealed, created_at) values (${userId}, ${sealed}, app_now())
    on conflict (user_id) do update set sealed = excluded.sealed, last_step = null, created_at = excluded.created_at`);
}

export interface TotpSecret {
  sealed: Buffer;
  lastStep: number | null;
  /** Steps of `stepSeconds` since 1970, by the database's clock. */
  step: number;
}

/** The secret of a user, locked, so that of two requests with the same code only one succeeds. */
export function lockTotpSecret(tx: Tx, userId: string, stepSeconds: number): Promise<TotpSecret | undefined> {
  return tx.first(sql`
    select sealed, last_step, floor(extract(epoch from app_now()) / ${stepSeconds}::int)::bigint as step
    from totp_secrets where user_id = ${userId} for update`);
}

/** Records the step of the code that was used: neither it nor an older one is accepted again. */
export async function noteStep(tx: Tx, userId: string, step: number): Promise<void> {
  await tx.run(sql`update totp_secrets set last_step = ${step} where user_id = ${userId}`);
}

export async function setTotpOn(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`update users set totp_since = app_now() where id = ${userId}`);
}

/** Forgets an app whose first code has not been confirmed. */
export async function forgetUnconfirmedTotp(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    delete from totp_secrets where user_id = ${userId} and exists (
      select 1 from users where id = ${userId} and totp_since is null)`);
}

/** Forgets the app and the recovery codes. */
export async function setTotpOff(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`update users set totp_since = null where id = ${userId}`);
  await tx.run(sql`delete from totp_secrets where user_id = ${userId}`);
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`);
}

/** Replaces all recovery codes of a user. */
export async function putRecoveryCodes(tx: Tx, userId: string, hashes: Buffer[]): Promise<void> {
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`);
  await tx.run(sql`insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${hashes}::bytea[])`);
}

/** Uses a recovery code up. @returns false where it is none, or was used before */
export async function spendRecoveryCode(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const spent = await tx.run(sql`
    update recovery_codes set used_at = app_now() where user_id = ${userId} and code_hash = ${hash} and used_at is null`);
  return spent === 1;
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const row = await db.first<{ left: number }>(sql`
    select count(*) as left from recovery_codes where user_id = ${userId} and used_at is null`);
  return row?.left ?? 0;
}
