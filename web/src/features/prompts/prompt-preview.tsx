import { type Language, languages, type Translated } from '@keepsake/contract/primitives';
import { translate } from '@keepsake/contract/translate';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentLanguage, languageNames } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { Pictogram } from '../../ui/pictogram.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './managers.module.css';
import { adminPictogramsQuery } from './prompts.api.ts';

/** The effect as customers see it, in each language. */
export function PromptPreview({
  imageTheme,
  action,
  suggestions,
}: {
  imageTheme: Translated;
  action: Translated;
  suggestions: readonly string[];
}) {
  const { t } = useTranslation('admin-prompts');
  const [language, setLanguage] = useState(currentLanguage);
  const { data = [] } = useQuery(adminPictogramsQuery);
  const shown = data.filter(({ key }) => suggestions.includes(key));
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <SelectField
        label={t('previewIn')}
        value={language}
        onChange={({ target }) => setLanguage(target.value as Language)}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <div lang={language}>
        <p className={styles.previewTheme}>{translate(imageTheme, language) || '–'}</p>
        <p className={styles.previewAction}>{translate(action, language) || '–'}</p>
        <ul className={styles.previewAdvice}>
          {shown.map(({ key, name, icon }) => (
            <li key={key}>
              <Pictogram icon={icon} size={20} />
              <Text> {translate(name, language)}</Text>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
