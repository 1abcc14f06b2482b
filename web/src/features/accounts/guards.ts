import type { User } from '@keepsake/contract/accounts';
import { type MiddlewareFunction, redirect } from 'react-router';
import { paths } from '../../paths.ts';
import { switchLanguage } from '../../shared/i18n.ts';
import { getToken } from '../../shared/session.ts';
import { loadMe, signOutIfRefused } from './accounts.api.ts';

/** Runs before the loaders and the drawing of every signed-in page: nothing private appears or is asked for without a session. */
export const requireUser: MiddlewareFunction = async (_, next) => {
  await identify();
  return next();
};

export const requireAdmin: MiddlewareFunction = async (_, next) => {
  const user = await identify();
  if (user.role !== 'Admin') throw redirect(paths.dashboard);
  return next();
};

/** Throws what the error page shows where nobody can say who is signed in: the session stays, with all that was begun in it. */
async function identify(): Promise<User> {
  const token = getToken();
  if (token === null) throw redirect(paths.login);
  const user = await loadMe().catch((error: unknown) => {
    throw signOutIfRefused(error, token) ? redirect(paths.login) : error;
  });
  await switchLanguage(user.defaultLanguage);
  return user;
}
