import { useEffect } from 'react';
import { logProblem } from '../../shared/log.ts';
import { getToken, onAuthChange, type UserData, useUserData } from '../../shared/session.ts';
import { forgetLanguage, switchLanguage } from '../../shared/texts/i18n.ts';
import { loadMe, signOutIfRefused } from './accounts.api.ts';

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

async function check(): Promise<void> {
  const token = getToken();
  if (token === null) return forgetLanguage();
  try {
    const user = await loadMe();
    await switchLanguage(user.defaultLanguage);
  } catch (error) {
    if (!signOutIfRefused(error, token)) logProblem('Nobody could say who is signed in.', error);
  }
}
