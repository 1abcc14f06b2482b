import { machineActorId } from '@keepsake/contract/admin/audit';
import { email as address } from '@keepsake/contract/accounts/email';
import type { Db } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { recordChange } from '../journal/audit.queries.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { revokeAccountTokens } from './account-token.queries.ts';
import { deleteSessionsOf } from './sessions/session.queries.ts';
import { dropRegistration, lockUserByEmail, nameFor, upsertAdmin } from './user.queries.ts';

export interface Admin {
  readonly userId: string;
  /** If false, a link to set a password is sent to the address. */
  readonly hasPassword: boolean;
}

/**
 * Makes the account of an address an administrator, and creates the account if there is none. A password that was set before the address was verified is
 * removed, because anybody can register any address. An account without a password is sent a link to set one: once, however often this is called, or again
 * with `mailAgain`. A disabled account is enabled. A new administrator and an enabled account are recorded in the audit log.
 * @throws if this is not an e-mail address
 */
export async function ensureAdmin(
  deps: { db: Db },
  given: string,
  options: { mailAgain?: boolean } = {},
): Promise<Admin> {
  const email = address.parse(given);
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockUserByEmail(tx, email);
    if (before?.passwordHash && before.emailVerifiedAt === null) {
      await dropRegistration(tx, before);
      await deleteSessionsOf(tx, before.id);
      await revokeAccountTokens(tx, before.id, 'verify');
      await revokeAccountTokens(tx, before.id, 'reset');
    }
    const user = await upsertAdmin(tx, { email, name: nameFor(email) });
    if (before?.role !== 'Admin') {
      await recordChange(tx, {
        actor: { userId: machineActorId },
        action: 'users.set_role',
        subject: user.id,
        before: before ? { role: before.role } : null,
        after: { role: 'Admin' },
      });
    }
    if (before?.disabledAt) {
      await recordChange(tx, {
        actor: { userId: machineActorId },
        action: 'users.enable',
        subject: user.id,
        before: { disabled: true },
        after: { disabled: false },
      });
    }
    if (user.passwordHash === null) {
      const occasion = options.mailAgain ? newId() : 'once';
      const dedupeKey = `set-password:${user.id}:${occasion}`;
      await queueMail(tx, { kind: 'set-password', userId: user.id, dedupeKey });
    }
    return { userId: user.id, hasPassword: user.passwordHash !== null };
  });
}
