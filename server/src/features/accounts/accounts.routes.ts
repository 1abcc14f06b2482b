import * as contract from '@keepsake/contract/accounts/accounts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/queue/job.ts';
import { networkOf, wideNetworkOf } from '../../platform/network/network-of.ts';
import { countMailRequest } from './account-limits.ts';
import { accountOf } from './sessions/authenticate.ts';
import { changePassword, resetPassword } from './passwords/change-password.ts';
import { chooseAccountMailJob } from './choose-account-mail.job.ts';
import { deviceName } from './sessions/device-name.ts';
import { registerAccount, verifyAddress } from './register-account.ts';
import { deleteSession } from './sessions/session.queries.ts';
import { signIn } from './sessions/sign-in.ts';
import { lockBucketsOf, toUser, updatePreferences, type UserRow } from './user.queries.ts';

export function accountsRoutes(api: Api, deps: Deps): void {
  api.handle(contract.register, async ({ body, request }) => {
    await registerAccount(deps, body, wideNetworkOf(request.ip));
    return { message: 'Registration successful! Please check your email to verify your account.' };
  });

  api.handle(contract.login, async ({ body, request }) => {
    await deps.limits.count('loginAddress', networkOf(request.ip));
    return signIn(deps, request.log, body, {
      network: networkOf(request.ip),
      device: deviceName(request.headers['user-agent']),
    });
  });

  api.handle(contract.resendVerification, async ({ body, request }) => {
    const network = wideNetworkOf(request.ip);
    await deps.limits.count('mailRequest', network);
    await countMailRequest(deps, 'mailFrom', { email: body.email, network });
    await enqueue(deps.db, chooseAccountMailJob, { requestId: newId(), email: body.email, askedFor: 'verification' });
    return { message: 'Verification email sent successfully. Please check your inbox.' };
  });

  api.handle(contract.verifyEmail, async ({ query, request }) => {
    const outcome = await verifyAddress(deps, query);
    request.log.info({ userId: query.userId, outcome }, 'address verified');
    return { message: outcome === 'verified' ? 'Email verified successfully' : 'Email already verified' };
  });

  api.handle(contract.verifyEmailWithPassword, async ({ body, request }) => {
    await resetPassword(deps, request.log, 'verify', { ...body, network: networkOf(request.ip) });
    return { message: 'Email verified successfully' };
  });

  api.handle(contract.forgotPassword, async ({ body, request }) => {
    const network = wideNetworkOf(request.ip);
    await deps.limits.count('mailRequest', network);
    await countMailRequest(deps, 'resetMailFrom', { email: body.email, network });
    await enqueue(deps.db, chooseAccountMailJob, { requestId: newId(), email: body.email, askedFor: 'password' });
    return { message: 'If this address has an account, a link to choose a new password is on its way.' };
  });

  api.handle(contract.resetPassword, async ({ body, request }) => {
    await resetPassword(deps, request.log, 'reset', { ...body, network: networkOf(request.ip) });
    return { message: 'Your password has been reset. You can sign in now.' };
  });

  api.handle(contract.me, async ({ actor }) => ({ user: toUser(accountOf(actor)) }));

  api.handle(contract.updateProfile, async ({ body, actor, request }) => {
    if ('newPassword' in body) {
      return changePassword(deps, request.log, accountOf(actor), body);
    }
    const changed = await deps.db.transaction().execute(async (tx) => {
      if (body.name !== undefined) await lockBucketsOf(tx, actor.userId);
      return updatePreferences(tx, actor.userId, body);
    });
    return { user: toUser(requireUser(changed)) };
  });

  api.handle(contract.updateLanguage, async ({ body, actor }) => ({
    user: toUser(requireUser(await updatePreferences(deps.db, actor.userId, body))),
  }));

  api.handle(contract.logout, async ({ actor, request }) => {
    await deleteSession(deps.db, actor.sessionHash);
    request.log.info({ userId: actor.userId }, 'signed out');
    return { message: 'You are signed out.' };
  });
}

/** The account may have been deleted during the request. */
function requireUser(user: UserRow | undefined): UserRow {
  if (!user) throw new AppError('not_signed_in');
  return user;
}
