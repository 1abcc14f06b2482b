import { updateLanguage } from '@keepsake/contract/accounts';
import type { Language } from '@keepsake/contract/primitives';
import { call } from '../../shared/api.ts';
import { errorText, switchLanguage } from '../../shared/i18n.ts';
import { toast } from '../../ui/toast-store.ts';
import { keepUser } from './accounts.api.ts';

/** Shows the interface in another language at once, and keeps the choice with the account. */
export async function chooseLanguage(defaultLanguage: Language): Promise<void> {
  try {
    await switchLanguage(defaultLanguage);
    keepUser((await call(updateLanguage, { body: { defaultLanguage } })).user);
  } catch (error) {
    toast(errorText(error), { tone: 'bad' });
  }
}
