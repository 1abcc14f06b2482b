import { role, type User } from '@keepsake/contract/accounts/accounts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { local, readJson, session as tabStorage, writeJson } from './storage.ts';

/** User data for display only; the server checks all permissions. */
const userData = z.object({ name: z.string(), role });
export type UserData = z.output<typeof userData>;

const useSession = create<{ user: UserData | null }>(() => ({ user: getUserData() }));

/** Session data in memory, in the order in which it is cleared: running uploads stop first. */
const kept = ['cart', 'invoice draft', 'answers', 'tried photo', 'announcement'] as const;
const forget: Partial<Record<(typeof kept)[number], () => void>> = {};

/** Registers a function that clears session data when the session ends. Modules register themselves, because some are never loaded. */
export function forgetAtEnd(what: (typeof kept)[number], how: () => void): void {
  forget[what] = how;
}

/** The signed-in user as stored in the browser, or null. */
export function useUserData(): UserData | null {
  return useSession(({ user }) => user);
}

export function getToken(): string | null {
  return local.get('token');
}

/** Stores the token and user data, and notifies listeners. */
export function signIn(token: string, user: User): void {
  claimTab(user.id);
  local.set('token', token);
  writeJson(local, 'userData', { name: user.name, role: user.role });
  readSession();
}

const ownerKey = 'owner';

/** Whose data this tab keeps; null for a visitor's. */
export function tabOwner(): string | null {
  return tabStorage.get(ownerKey);
}

/** Clears what another user left in this tab: a tab that was asleep or closed did not hear that their session ended. */
export function claimTab(userId: string): void {
  const owner = tabOwner();
  if (owner === userId) return;
  if (owner !== null) clearTab();
  tabStorage.set(ownerKey, userId);
}

/** The tokens of this session that changed passwords have replaced in this tab, and the token that replaced them. */
let renewal: { from: ReadonlySet<string>; to: string } | null = null;

/** After a profile change: stores the new name, and the new token if there is one. */
export function refreshSession(user: User, token?: string): void {
  const before = getToken();
  if (token !== undefined && before !== null)
    renewal = { from: new Set([...(renewal?.to === before ? renewal.from : []), before]), to: token };
  signIn(token ?? before ?? '', user);
}

/** Whether the session of a token continues, also with the token of a changed password. Nobody else has signed in meanwhile. */
export function isCurrentSession(token: string | null): boolean {
  const current = getToken();
  if (current === token) return true;
  return renewal !== null && token !== null && renewal.to === current && renewal.from.has(token);
}

/** The change of the account that is under way. */
let change: Promise<unknown> | null = null;

/** Tells that a change of the account is under way, which may replace the token. */
export function expectNewToken(changing: Promise<unknown>): void {
  const end = () => {
    if (change === ended) change = null;
  };
  const ended = changing.then(end, end);
  change = ended;
}

/**
 * Ends the session whose token was refused, if the change under way does not replace the token.
 *
 * @returns whether the session is over
 */
export async function endRefusedSession(token: string): Promise<boolean> {
  if (change !== null && getToken() === token) await change;
  if (getToken() === token) endSession();
  return !isCurrentSession(token);
}

/** Clears the token, the user data and everything else in this tab; works offline. */
export function endSession(): void {
  const wasSignedIn = getToken() !== null || useSession.getState().user !== null;
  local.remove('token');
  local.remove('userData');
  if (!wasSignedIn) return tabStorage.clear();
  clearTab();
  readSession();
}

/** Calls the listener when the session changes, in this tab or another. @returns a function that unsubscribes */
export function watchSession(onChange: () => void): () => void {
  const stop = useSession.subscribe(onChange);
  const fromOtherTab = ({ key, newValue }: StorageEvent) => {
    if (key !== 'token' && key !== 'userData' && key !== null) return;
    // Uses the event's value, not the stored one: a suspended tab gets the event late, when another user may have signed in already.
    if (key === null || (key === 'token' && newValue === null)) clearTab();
    readSession();
  };
  // A page in the back/forward cache gets no events: when it is restored, somebody may have signed out or in elsewhere.
  let tokenWhenLeft = getToken();
  const onHide = () => {
    tokenWhenLeft = getToken();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || getToken() === tokenWhenLeft) return;
    clearTab();
    readSession();
  };
  window.addEventListener('storage', fromOtherTab);
  window.addEventListener('pagehide', onHide);
  window.addEventListener('pageshow', onShow);
  return () => {
    stop();
    window.removeEventListener('storage', fromOtherTab);
    window.removeEventListener('pagehide', onHide);
    window.removeEventListener('pageshow', onShow);
  };
}

/** Clears everything in this tab, so that nothing of one user is shown to the next. */
function clearTab(): void {
  for (const what of kept) forget[what]?.();
  tabStorage.clear();
}

/** Returns the same object for the same user. */
function readSession(): void {
  const user = getUserData();
  useSession.setState((before) => ({
    user: JSON.stringify(user) === JSON.stringify(before.user) ? before.user : user,
  }));
}

function getUserData(): UserData | null {
  return getToken() === null ? null : readJson(local, 'userData', userData);
}
