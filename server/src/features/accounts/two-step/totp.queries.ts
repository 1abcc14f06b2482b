import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { appNow } from '../../../platform/database/expressions.ts';

/** Saves the secret of an app that is not confirmed yet; replaces an earlier one. */
export async function saveTotpSecret(tx: Tx, userId: string, sealed: Buffer): Promise<void> {
  await tx
    .insertInto('totpSecrets')
    .values({ userId, sealed, createdAt: appNow })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ sealed, lastStep: null, createdAt: appNow }))
    .execute();
}

export interface TotpSecret {
  sealed: Buffer;
  lastStep: number | null;
  /** Number of steps of `stepSeconds` since 1970, by the database's clock. */
  step: number;
}

/** The secret of a user, locked, so that of two requests with the same code only one succeeds. */
export function lockTotpSecret(tx: Tx, userId: string, stepSeconds: number): Promise<TotpSecret | undefined> {
  return tx
    .selectFrom('totpSecrets')
    .where('userId', '=', userId)
    .select([
      'sealed',
      'lastStep',
      sql<number>`floor(extract(epoch from app_now()) / ${stepSeconds}::int)::bigint`.as('step'),
    ])
    .forUpdate()
    .executeTakeFirst();
}

/** Records the step of the code that was used: neither it nor an older one is accepted again. */
export async function recordTotpStep(tx: Tx, userId: string, step: number): Promise<void> {
  await tx.updateTable('totpSecrets').where('userId', '=', userId).set({ lastStep: step }).execute();
}

export async function setTotpOn(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('users').where('id', '=', userId).set({ totpSince: appNow }).execute();
}

/** Deletes the secret of an app whose first code was never confirmed. */
export async function deleteUnconfirmedTotp(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('totpSecrets')
    .where('userId', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('users').where('id', '=', userId).where('totpSince', 'is', null).select('id')),
    )
    .execute();
}

/** Deletes the secret of the app and the recovery codes. */
export async function setTotpOff(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('users').where('id', '=', userId).set({ totpSince: null }).execute();
  await tx.deleteFrom('totpSecrets').where('userId', '=', userId).execute();
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}

/** Replaces all recovery codes of a user. */
export async function saveRecoveryCodes(tx: Tx, userId: string, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await tx
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute();
}

/** Uses a recovery code up. @returns false if there is no such code, or it was used before */
export async function spendRecoveryCode(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', hash)
    .where('usedAt', 'is', null)
    .set({ usedAt: appNow })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow();
  return left;
}
