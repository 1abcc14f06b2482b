import { useEffect } from 'react';
import { ApiError } from '../../shared/api.ts';
import { forgetLanguage, switchLanguage } from '../../shared/i18n.ts';
import { getToken, onAuthChange, signOut, useUserData, type UserData } from '../../shared/session.ts';
import { loadMe } from './accounts.api.ts';

/**
 * Who is signed in, checked with the server whenever the page starts or the session changes; a token it does not accept is
 * forgotten. The interface follows the user's language, and is English for visitors.
 */
export function useSessionCheck(): UserData | null {
  const userData = useUserData();
  useEffect(() => {
    void check();
    return onAuthChange(() => void check());
  }, []);
  return userData;
}

/** A page that is being left breaks off its calls: whoever it takes with it was not signed out. One that stays asks again. */
const secondTryMs = 1000;

async function check(): Promise<void> {
  const token = getToken();
  if (token === null) return forgetLanguage();
  try {
    const user = await loadMe().catch(async (error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'network_error')) throw error;
      await new Promise((resolve) => setTimeout(resolve, secondTryMs));
      return loadMe();
    });
    await switchLanguage(user.defaultLanguage);
  } catch {
    if (getToken() === token) signOut();
  }
}
