import type { Queryable, Tx } from '../../platform/database/db.ts';
import { appNow, later } from '../../platform/database/expressions.ts';

export type AccountTokenKind = 'verify' | 'reset';

export async function insertAccountToken(
  db: Queryable,
  token: { hash: Buffer; userId: string; kind: AccountTokenKind; lifeMs: number },
): Promise<void> {
  const { hash, userId, kind, lifeMs } = token;
  await db
    .insertInto('accountTokens')
    .values({ tokenHash: hash, userId, kind, createdAt: appNow, expiresAt: later(appNow, lifeMs) })
    .execute();
}

export interface GivenToken {
  readonly hash: Buffer;
  readonly userId: string;
  readonly kind: AccountTokenKind;
}

/** Whether this token of this user and kind can still be used; undefined if it was never issued. */
export function findAccountToken(db: Queryable, token: GivenToken): Promise<{ usable: boolean } | undefined> {
  return db
    .selectFrom('accountTokens')
    .where('tokenHash', '=', token.hash)
    .where('userId', '=', token.userId)
    .where('kind', '=', token.kind)
    .select(({ and, eb }) =>
      and([eb('usedAt', 'is', null), eb('expiresAt', '>', appNow)])
        .$castTo<boolean>()
        .as('usable'),
    )
    .executeTakeFirst();
}

/** Uses a token up. @returns false if it cannot be used */
export async function spendAccountToken(tx: Tx, token: GivenToken): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accountTokens')
    .where('tokenHash', '=', token.hash)
    .where('userId', '=', token.userId)
    .where('kind', '=', token.kind)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', appNow)
    .set({ usedAt: appNow })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Revokes the unused tokens of one kind. */
export async function revokeAccountTokens(tx: Tx, userId: string, kind: AccountTokenKind): Promise<void> {
  await tx
    .deleteFrom('accountTokens')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .execute();
}

/** Deletes tokens that were used or expired a month ago; until then a repeated click on the link gets a specific answer. */
export async function removeOldAccountTokens(db: Queryable): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('accountTokens')
    .where('expiresAt', '<', later(appNow, -30 * 24 * 3_600_000))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
