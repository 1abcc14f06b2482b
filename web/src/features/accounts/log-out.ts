import { logout } from '@keepsake/contract/accounts';
import type { NavigateFunction } from 'react-router';
import { paths } from '../../paths.ts';
import { call } from '../../shared/api.ts';
import { logProblem } from '../../shared/log.ts';
import { signOut } from '../../shared/session.ts';

/** Ends the session here at once, even offline, and on the server as soon as it hears of it. */
export async function logOut(navigate: NavigateFunction): Promise<void> {
  call(logout).catch((error: unknown) => logProblem('The server did not hear of the logout.', error));
  if (window.location.pathname !== paths.home) await navigate(paths.home);
  signOut();
}
