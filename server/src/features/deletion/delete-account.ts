import type { Deps } from '../../deps.ts';
import { noteActorLeft } from '../journal/audit.queries.ts';
import { removeFilesLater } from '../photos/files/remove-files.ts';
import { exportFilesOfUser } from '../data-exports/data-export.queries.ts';
import { removeUnissuedInvoices } from '../invoice/invoice.queries.ts';
import { releaseBucket, requireReleased } from '../checkouts/release-bucket.ts';
import { isRightProof } from '../accounts/account-limits.ts';
import { lockUserWithPassword, wrongPasswordError } from '../accounts/passwords/password-proof.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import { requireOtherAdmin } from '../accounts/users/change-user.ts';
import { bucketsOf, deleteUser, type UserRow } from '../accounts/user.queries.ts';
import { deleteBuckets } from './delete-buckets.ts';

/**
 * Deletes an account with its sets and files at once. Issued invoices and payments stay, without a link to it; so do entries of the audit log,
 * which say for a year yet whose they were.
 * @throws AppError password_wrong; last_admin; as releaseBucket where a payment was made, is pending, or cannot be ruled out
 */
export async function deleteAccount(deps: Deps, log: SecurityLog, user: UserRow, password: string): Promise<void> {
  if (!(await isRightProof(deps, user, password))) {
    log.warn({ userId: user.id }, 'account deletion refused: wrong password');
    throw wrongPasswordError('password');
  }
  for (const bucket of await bucketsOf(deps.db, user.id)) await releaseBucket(deps, bucket.id);
  await deps.db.transaction().execute(async (tx) => {
    const deleteAll = async () => {
      for (const bucket of await bucketsOf(tx, user.id)) {
        await deleteBuckets(tx, [bucket.id], 'account');
        await requireReleased(tx, bucket.id);
      }
    };
    // Locks sets before their owner, as everywhere; then the sets that were created meanwhile.
    await deleteAll();
    if (user.role === 'Admin') await requireOtherAdmin(tx, user.id);
    if (!(await lockUserWithPassword(tx, user, password))) throw wrongPasswordError('password');
    await deleteAll();
    await removeUnissuedInvoices(tx, user.id);
    await removeFilesLater(tx, await exportFilesOfUser(tx, user.id));
    await noteActorLeft(tx, user.id);
    await deleteUser(tx, user.id);
  });
  log.info({ userId: user.id }, 'account deleted');
}
