import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/database/db.ts';
import { recordActorDeleted, recordChange } from '../journal/audit.queries.ts';
import { removeFilesLater } from '../photos/files/remove-files.ts';
import { exportFilesOfUser } from '../data-exports/data-export.queries.ts';
import { removeUnissuedInvoices } from '../invoice/invoice.queries.ts';
import { releaseBucket, requireReleased } from '../checkouts/release-bucket.ts';
import { verifyProofPassword } from '../accounts/account-limits.ts';
import { lockUserWithPassword, wrongPasswordError } from '../accounts/passwords/password-proof.ts';
import type { SecurityLog } from '../../platform/log.ts';
import { requireOtherAdmin } from '../accounts/users/change-user.ts';
import { bucketsOf, deleteUser, findUser, lockAdmins, lockUser, type UserRow } from '../accounts/user.queries.ts';
import { deleteBuckets } from './delete-buckets.ts';

/**
 * Deletes an account with its buckets and files at once. Issued invoices and payments stay, without a link to it. Entries of the audit log stay too,
 * with the actor's name for another year.
 * @throws AppError password_wrong; last_admin; as releaseBucket if a payment was made, is pending, or cannot be ruled out
 */
export async function deleteAccount(deps: Deps, log: SecurityLog, user: UserRow, password: string): Promise<void> {
  if (!(await verifyProofPassword(deps, user, password))) {
    log.warn({ userId: user.id }, 'account deletion refused: wrong password');
    throw wrongPasswordError('password');
  }
  await deleteEverythingOf(deps, user, async (tx) => {
    if (!(await lockUserWithPassword(tx, user, password))) throw wrongPasswordError('password');
  });
  log.info({ userId: user.id }, 'account deleted');
}

/**
 * The same for another user, by an administrator, with an entry in the audit log.
 * @param email the user's address, which the administrator has typed
 * @throws AppError own_account, not_found, address_differs, last_admin; as releaseBucket; not_allowed if the actor has lost their rights meanwhile
 */
export async function deleteAccountOf(
  deps: Deps,
  log: SecurityLog,
  actor: { userId: string },
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  if (actor.userId === userId) throw new AppError('own_account');
  const user = await findUser(deps.db, userId);
  if (!user) throw new AppError('not_found');
  if (user.email !== email) throw new AppError('address_differs');
  const sets = (await bucketsOf(deps.db, userId)).length;
  await deleteEverythingOf(deps, user, async (tx) => {
    if (!(await lockAdmins(tx)).includes(actor.userId)) throw new AppError('not_allowed');
    // Another administrator, or its owner, may have deleted it first.
    if (!(await lockUser(tx, userId))) throw new AppError('not_found');
    const before = { role: user.role, sets };
    await recordChange(tx, { actor, action: 'users.delete', subject: userId, before, after: null });
  });
  log.info({ userId, by: actor.userId }, 'account deleted by an administrator');
}

/** @param lockChecked locks the account, and checks again that it may be deleted */
async function deleteEverythingOf(deps: Deps, user: UserRow, lockChecked: (tx: Tx) => Promise<void>): Promise<void> {
  for (const bucket of await bucketsOf(deps.db, user.id)) await releaseBucket(deps, bucket.id);
  await deps.db.transaction().execute(async (tx) => {
    const deleteAll = async () => {
      for (const bucket of await bucketsOf(tx, user.id)) {
        await deleteBuckets(tx, [bucket.id], 'account');
        await requireReleased(tx, bucket.id);
      }
    };
    // Lock order: buckets before their owner. Afterwards the buckets that were created meanwhile.
    await deleteAll();
    if (user.role === 'Admin') await requireOtherAdmin(tx, user.id);
    await lockChecked(tx);
    await deleteAll();
    await removeUnissuedInvoices(tx, user.id);
    await removeFilesLater(tx, await exportFilesOfUser(tx, user.id));
    await recordActorDeleted(tx, user.id);
    await deleteUser(tx, user.id);
  });
}
