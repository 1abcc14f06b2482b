import type { User } from '@keepsake/contract/accounts/accounts';
import { id } from '@keepsake/contract/primitives';
import { type MiddlewareFunction, redirect } from 'react-router';
import { paths } from '../../paths.ts';
import { getToken } from '../../shared/session.ts';
import { session } from '../../shared/storage.ts';
import { switchLanguage } from '../../shared/texts/i18n.ts';
import { loadMe, signOutIfRefused } from './accounts.api.ts';

/** Runs before the loaders and the rendering of every signed-in page: nothing private is requested or shown without a session. */
export const requireUser: MiddlewareFunction = async ({ request }, next) => {
  await identify(request.url);
  return next();
};

export const requireAdmin: MiddlewareFunction = async ({ request }, next) => {
  const user = await identify(request.url);
  if (user.role !== 'Admin') throw redirect(paths.dashboard);
  return next();
};

const key = 'bucketAfterSignIn';

/** Throws the error for the error page where the user cannot be loaded. The session and its drafts stay. */
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

/** Remembers the requested set, so that a visitor who followed a mail's link finds it after signing in. */
function rememberBucketOf(address: string): void {
  const { pathname, searchParams } = new URL(address);
  const bucketId = id.safeParse(searchParams.get('bucket')).data;
  if (pathname === paths.dashboard && bucketId !== undefined) session.set(key, bucketId);
}

/** The page after signing in. Cleared by this call, because the next user may be somebody else. */
export function pathAfterSignIn(): string {
  const bucketId = id.safeParse(session.get(key)).data;
  session.remove(key);
  return bucketId === undefined ? paths.dashboard : paths.dashboardBucket(bucketId);
}
