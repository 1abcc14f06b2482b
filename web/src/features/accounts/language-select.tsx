import { updateLanguage } from '@keepsake/contract/accounts';
import { type Language, languages } from '@keepsake/contract/primitives';
import { useId } from 'react';
import { call } from '../../shared/api.ts';
import { currentLanguage } from '../../shared/format.ts';
import { errorText, switchLanguage } from '../../shared/i18n.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { toast } from '../../ui/toast-store.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { keepUser } from './accounts.api.ts';
import { languageNames } from '../../shared/language-names.ts';
import styles from './language-select.module.css';

/** Language of the interface. Visitors read English; a user's choice is kept with the account. */
export function LanguageSelect({ signedIn, compact = false }: { signedIn: boolean; compact?: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const choose = async (defaultLanguage: Language) => {
    try {
      await switchLanguage(defaultLanguage);
      keepUser((await call(updateLanguage, { body: { defaultLanguage } })).user);
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  };
  return (
    <div className={styles.language}>
      <label htmlFor={id}>{compact ? <VisuallyHidden>{t('nav.language')}</VisuallyHidden> : t('nav.language')}</label>
      <select
        id={id}
        className={styles.select}
        value={currentLanguage()}
        onChange={(event) => void choose(event.target.value as Language)}
      >
        {(signedIn ? languages : (['en'] as const)).map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </div>
  );
}
