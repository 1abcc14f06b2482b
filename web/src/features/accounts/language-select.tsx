import type { Language } from '@keepsake/contract/primitives';
import { useId } from 'react';
import { currentLanguage } from '../../shared/format.ts';
import { languageNames } from '../../shared/language-names.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './language-select.module.css';

/** Language of the interface, out of those that are offered. */
export function LanguageSelect({
  offered,
  onChoose,
  compact = false,
}: {
  offered: readonly Language[];
  onChoose?: (language: Language) => void;
  compact?: boolean;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.language}>
      <label htmlFor={id}>{compact ? <VisuallyHidden>{t('nav.language')}</VisuallyHidden> : t('nav.language')}</label>
      <select
        id={id}
        className={styles.select}
        value={currentLanguage()}
        onChange={(event) => onChoose?.(event.target.value as Language)}
      >
        {offered.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </div>
  );
}
