import type { User } from '@keepsake/contract/accounts';
import { type MiddlewareFunction, redirect } from 'react-router';
import { paths } from '../../paths.ts';
import { switchLanguage } from '../../shared/i18n.ts';
import { getToken } from '../../shared/session.ts';
import { loadMe, signOutIfRefused } from './accounts.api.ts';
import { rememberBucketOf } from './after-sign-in.ts';

/** Runs before the loaders and the drawing of every signed-in page: nothing private appears or is asked for without a session. */
export const requireUser: MiddlewareFunction = async ({ request }, next) => {
  await identify(request.url);
  return next();
};

export const requireAdmin: MiddlewareFunction = async ({ request }, next) => {
  const user = await identify(request.url);
  if (user.role !== 'Admin') throw redirect(paths.dashboard);
  return next();
};

/** Throws what the error page shows where nobody can say who is signed in: the session stays, with all that was begun in it. */
async function identify(address: string): Promise<User> {
  const token = getToken();
  if (token === null) throw toSignIn(address);
  const user = await loadMe().catch((error: unknown) => {
    throw signOutIfRefused(error, token) ? toSignIn(address) : error;
  });
  await switchLanguage(user.defaultLanguage);
  return user;
}

function toSignIn(address: string): Response {
  rememberBucketOf(address);
  return redirect(paths.login);
}
