import { languages } from '@keepsake/contract/primitives';
import { languageNames } from '../../shared/language-names.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { ContractForm } from '../../ui/use-contract-form.ts';
import styles from './translated-fields.module.css';

/** A text in English, and below it in the other languages, which a reader of those without one sees in English. */
export function TranslatedFieldGroup<Input>({
  form,
  name,
  label,
}: {
  form: ContractForm<Input>;
  name: string;
  label: string;
}) {
  const { t } = useTranslation('admin-prompts');
  const field = (language: (typeof languages)[number]) =>
    form.field(
      `${name}.${language}` as keyof Input & string,
      t('inLanguage', { label, language: languageNames[language] }),
    );
  return (
    <div className={styles.group}>
      <TextField {...field('en')} lang="en" />
      <details className={styles.others}>
        <summary>{t('otherLanguages', { label })}</summary>
        <div className={styles.fields}>
          {languages
            .filter((language) => language !== 'en')
            .map((language) => (
              <TextField key={language} {...field(language)} lang={language} optional />
            ))}
        </div>
      </details>
    </div>
  );
}
