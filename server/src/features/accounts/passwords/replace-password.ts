import type { Tx } from '../../../platform/db.ts';
import { forgetUnconfirmedTotp } from '../two-step/totp.queries.ts';
import { revokeAccountTokens } from '../account-token.queries.ts';
import { deleteSessionsOf } from '../sessions/session.queries.ts';
import { setPassword } from '../user.queries.ts';

/** Gives an account that is locked a new password, and ends what the old one opened or began. */
export async function replacePassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await setPassword(tx, userId, hash);
  await deleteSessionsOf(tx, userId);
  await revokeAccountTokens(tx, userId, 'reset');
  await forgetUnconfirmedTotp(tx, userId);
}
