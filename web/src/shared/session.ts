import { role, type User } from '@keepsake/contract/accounts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { local, readJson, session as tabStorage, writeJson } from './storage.ts';

/** What the page may show without asking the server; rights are decided there, never by this. */
const userData = z.object({ name: z.string(), role });
export type UserData = z.output<typeof userData>;

const useSession = create<{ user: UserData | null }>(() => ({ user: getUserData() }));

/** What a session leaves in the page's memory, in the order in which it is forgotten: what is still being sent stops first. */
const kept = ['cart', 'invoice draft', 'answers'] as const;
const forget: Partial<Record<(typeof kept)[number], () => void>> = {};

/** How each of them is forgotten: said by its own module, whose code may never have been loaded when a session ends. */
export function forgetAtEnd(what: (typeof kept)[number], how: () => void): void {
  forget[what] = how;
}

/** The signed-in user as far as the page knows, or null. */
export function useUserData(): UserData | null {
  return useSession(({ user }) => user);
}

export function getToken(): string | null {
  return local.get('token');
}

/** Keeps the token and what the navigation shows, and tells the page. */
export function signIn(token: string, user: User): void {
  local.set('token', token);
  writeJson(local, 'userData', { name: user.name, role: user.role });
  readSession();
}

/** After a profile change: a new token where one came, and the new name. */
export function refreshSession(user: User, token?: string): void {
  signIn(token ?? getToken() ?? '', user);
}

/** Forgets the token, the user data and everything this tab kept; works offline. */
export function endSession(): void {
  const wasSignedIn = getToken() !== null || useSession.getState().user !== null;
  local.remove('token');
  local.remove('userData');
  tabStorage.clear();
  if (!wasSignedIn) return;
  forgetAll();
  readSession();
}

/** Follows what other tabs do to the session, and says when it has changed, here or there. @returns what ends it */
export function watchSession(onChange: () => void): () => void {
  const stop = useSession.subscribe(onChange);
  const fromOtherTab = ({ key, newValue }: StorageEvent) => {
    if (key !== 'token' && key !== 'userData' && key !== null) return;
    // By the event, not by what is stored now: a tab that was asleep hears of the end when somebody else may have signed in already.
    if (key === null || (key === 'token' && newValue === null)) forgetAll();
    readSession();
  };
  window.addEventListener('storage', fromOtherTab);
  return () => {
    stop();
    window.removeEventListener('storage', fromOtherTab);
  };
}

/** What one user loaded or typed is never shown to the next. */
function forgetAll(): void {
  for (const what of kept) forget[what]?.();
}

/** The same user stays the same object. */
function readSession(): void {
  const user = getUserData();
  useSession.setState((before) => ({
    user: JSON.stringify(user) === JSON.stringify(before.user) ? before.user : user,
  }));
}

function getUserData(): UserData | null {
  return getToken() === null ? null : readJson(local, 'userData', userData);
}
