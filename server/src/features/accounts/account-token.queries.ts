import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';

export type AccountTokenKind = 'verify' | 'reset';

export async function insertAccountToken(
  db: Queryable,
  token: { hash: Buffer; userId: string; kind: AccountTokenKind; lifeMs: number },
): Promise<void> {
  await db.run(sql`
    insert into account_tokens (token_hash, user_id, kind, created_at, expires_at)
    values (${token.hash}, ${token.userId}, ${token.kind}, app_now(), app_now() + ${token.lifeMs}::bigint * interval '1 millisecond')`);
}

export interface GivenToken {
  readonly hash: Buffer;
  readonly userId: string;
  readonly kind: AccountTokenKind;
}

/** Whether this token of this user and kind can still be used; undefined where it was never issued. */
export function findAccountToken(db: Queryable, token: GivenToken): Promise<{ usable: boolean } | undefined> {
  return db.first(sql`
    select used_at is null and expires_at > app_now() as usable from account_tokens
    where token_hash = ${token.hash} and user_id = ${token.userId} and kind = ${token.kind}`);
}

/** Spends a token. @returns false where it cannot be used */
export async function spendAccountToken(tx: Tx, token: GivenToken): Promise<boolean> {
  const spent = await tx.run(sql`
    update account_tokens set used_at = app_now()
    where token_hash = ${token.hash} and user_id = ${token.userId} and kind = ${token.kind}
      and used_at is null and expires_at > app_now()`);
  return spent === 1;
}

/** Revokes the unused tokens of one kind. */
export async function revokeAccountTokens(tx: Tx, userId: string, kind: AccountTokenKind): Promise<void> {
  await tx.run(sql`delete from account_tokens where user_id = ${userId} and kind = ${kind} and used_at is null`);
}

/** Removes tokens that have been useless for a month; until then a repeated click still gets its own answer. */
export function removeOldAccountTokens(db: Queryable): Promise<number> {
  return db.run(sql`delete from account_tokens where expires_at < app_now() - interval '30 days'`);
}
