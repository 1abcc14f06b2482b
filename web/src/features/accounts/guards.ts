import type { User } from '@keepsake/contract/accounts/accounts';
import { id } from '@keepsake/contract/primitives';
import { type MiddlewareFunction, redirect } from 'react-router';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { getToken } from '../../shared/session.ts';
import { readSearch } from '../../shared/search-params.ts';
import { readJson, session, writeJson } from '../../shared/storage.ts';
import { hasTriedPhoto, isTriedPhotoOf } from '../../shared/photos/tried-photo.ts';
import { loadMeAndLanguage, signOutIfRefused } from './accounts.api.ts';

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

const key = 'afterSignIn';

/** The target of a mail's link. Only ids are stored, not a URL, so that signing in cannot redirect to any page but the dashboard. */
const target = z.object({ bucket: id, film: z.optional(id) });

/** Throws the error for the error page if the user cannot be loaded. The session and its drafts are kept. */
async function identify(address: string): Promise<User> {
  const token = getToken();
  if (token === null) throw toSignIn(address);
  return loadMeAndLanguage().catch(async (error: unknown) => {
    if (await signOutIfRefused(error, token)) throw toSignIn(address);
    // A changed password has replaced the token meanwhile.
    if (getToken() !== token) return identify(address);
    throw error;
  });
}

function toSignIn(address: string): Response {
  rememberTarget(address);
  return redirect(paths.login);
}

/** Remembers the target of a mail's link, so that it can be opened after signing in. */
function rememberTarget(address: string): void {
  const { pathname, search } = new URL(address);
  if (pathname !== paths.dashboard) return;
  // An invalid film id does not prevent the bucket from being shown.
  const wanted = readSearch(search, target) ?? readSearch(search, z.pick(target, { bucket: true }));
  if (wanted !== null) writeJson(session, key, wanted);
}

/** The page after signing in. Cleared by this call, because another user may sign in next. */
export function pathAfterSignIn(email: string): string {
  const wanted = readJson(session, key, target);
  session.remove(key);
  if (wanted === null) return hasTriedPhoto() && isTriedPhotoOf(email) ? paths.process : paths.dashboard;
  return wanted.film === undefined
    ? paths.dashboardBucket(wanted.bucket)
    : paths.dashboardFilm(wanted.bucket, wanted.film);
}
