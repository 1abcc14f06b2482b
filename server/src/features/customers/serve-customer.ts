import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../platform/ids.ts';
import { countMailTo, countResetMailTo } from '../accounts/account-limits.ts';
import { findUser, lockUser } from '../accounts/user.queries.ts';
import { insertDataExport } from '../data-exports/data-export.queries.ts';
import { recordChange } from '../journal/audit.queries.ts';
import { isMailWaiting } from '../journal/mail.queries.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { makeDataExportLater } from '../journal/queued-jobs.ts';

type Administrator = { userId: string };

/**
 * Sends a user the link that verifies the address, or the link to reset the password. If there is no password yet, either is the link to set one.
 * Counts against the limits of mails that the user requests.
 * @throws AppError not_found, address_verified, mail_waiting, rate_limited
 */
export async function sendAccountMail(
  deps: Deps,
  actor: Administrator,
  userId: string,
  about: 'verification' | 'password',
): Promise<void> {
  const user = await findUser(deps.db, userId);
  if (!user) throw new AppError('not_found');
  if (about === 'password') await countResetMailTo(deps, user.email);
  else await countMailTo(deps, user.email);
  await deps.db.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, userId);
    if (!locked) throw new AppError('not_found');
    if (about === 'verification' && locked.emailVerifiedAt !== null) throw new AppError('address_verified');
    const asked = about === 'password' ? 'reset-password' : 'verify-email';
    const kind = locked.passwordHash === null ? 'set-password' : asked;
    if (await isMailWaiting(tx, { kind, userId, bucketId: null })) throw new AppError('mail_waiting');
    await queueMail(tx, { kind, userId });
    await recordChange(tx, { actor, action: 'users.send_mail', subject: userId, before: null, after: { kind } });
  });
}

/**
 * Requests the data export of a user. Only the user gets the link, by mail and in the profile; administrators have these pages. While an export is
 * being made, no second one is added.
 * @throws AppError not_found; user_disabled, as the user could not fetch it
 */
export function exportCustomer(deps: Deps, actor: Administrator, userId: string): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AppError('not_found');
    if (user.disabledAt !== null) throw new AppError('user_disabled');
    const id = newId();
    if (!(await insertDataExport(tx, id, userId))) return;
    await makeDataExportLater(tx, id);
    await recordChange(tx, { actor, action: 'users.export', subject: userId, before: null, after: { export: id } });
  });
}
