import type { login } from '@keepsake/contract/accounts';
import type { Reply } from '@keepsake/contract/endpoint';
import { switchLanguage } from '../../shared/i18n.ts';
import { signIn } from '../../shared/session.ts';
import { keepUser } from './accounts.api.ts';

/** Begins the session that the server has opened, in the user's language. */
export async function finishSignIn({ token, user }: Reply<typeof login>): Promise<void> {
  signIn(token, user);
  keepUser(user);
  await switchLanguage(user.defaultLanguage);
}
