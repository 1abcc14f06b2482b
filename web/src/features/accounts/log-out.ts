import { logout } from '@keepsake/contract/accounts';
import type { NavigateFunction } from 'react-router';
import { paths } from '../../paths.ts';
import { call } from '../../shared/api.ts';
import { logProblem } from '../../shared/log.ts';
import { signOut } from '../../shared/session.ts';

let onTheWayHome = false;

/** Whoever logs out goes home, not to the sign-in page, also while home is still being loaded. */
export function isLoggingOut(): boolean {
  return onTheWayHome;
}

/** Ends the session here at once, even offline, and on the server as soon as it hears of it. */
export async function logOut(navigate: NavigateFunction): Promise<void> {
  // It takes the token along before that is forgotten.
  call(logout).catch((error: unknown) => logProblem('The server did not hear of the logout.', error));
  onTheWayHome = true;
  signOut();
  try {
    if (window.location.pathname !== paths.home) await navigate(paths.home);
  } finally {
    onTheWayHome = false;
  }
}
