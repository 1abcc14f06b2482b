import { role, type User } from '@keepsake/contract/accounts';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { local, readJson, session as tabStorage, writeJson } from './storage.ts';

/** What the page may show without asking the server; rights are decided there, never by this. */
const userData = z.object({ name: z.string(), role });
export type UserData = z.output<typeof userData>;

export const authChange = 'authChange';

export function getToken(): string | null {
  return local.get('token');
}

export function getUserData(): UserData | null {
  return getToken() === null ? null : readJson(local, 'userData', userData);
}

/** Keeps the token and what the navigation shows, and tells the page. */
export function signIn(token: string, user: User): void {
  local.set('token', token);
  writeJson(local, 'userData', { name: user.name, role: user.role });
  announce();
}

/** After a profile change: a new token where one came, and the new name. */
export function refreshSession(user: User, token?: string): void {
  signIn(token ?? getToken() ?? '', user);
}

/** Forgets the token, the user data and everything this tab kept; works offline. */
export function signOut(): void {
  const wasSignedIn = getToken() !== null;
  local.remove('token');
  local.remove('userData');
  tabStorage.clear();
  if (wasSignedIn) announce();
}

export function onAuthChange(listener: () => void): () => void {
  // While pages are prerendered nobody signs in.
  if (typeof window === 'undefined') return () => undefined;
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === 'token' || event.key === 'userData' || event.key === null) listener();
  };
  window.addEventListener(authChange, listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    window.removeEventListener(authChange, listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}

/** The signed-in user as far as the page knows, or null; re-renders on every change. */
export function useUserData(): UserData | null {
  const snapshot = useSyncExternalStore(
    onAuthChange,
    () => JSON.stringify(getUserData()),
    () => 'null',
  );
  return JSON.parse(snapshot) as UserData | null;
}

function announce(): void {
  window.dispatchEvent(new Event(authChange));
}
