import { type Language, languages, text, type Translated } from '@keepsake/contract/primitives';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { languageNames } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import type { ContractForm } from '../../ui/forms/use-contract-form.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './form-parts.module.css';

/** A form in a dialog with "save" and "cancel"; names missing required fields. */
export function SaveDialog<Input>({
  title,
  form,
  isChanged = form.isChanged,
  onClose,
  children,
}: {
  title: string;
  form: ContractForm<Input>;
  /** Whether anything outside the form's fields was changed. */
  isChanged?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('admin-prompts');
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} unsaved={isChanged}>
        {form.attempt > 0 && form.output === null && (
          <Notice tone="bad">
            <p>{t('fillIn')}</p>
          </Notice>
        )}
        {children}
        <FormActions>
          <Button type="submit" busy={form.busy}>
            {t('save')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

/** A text in English and below it in the other languages; a missing one is shown in English. */
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

/** One text in several languages as fields of a form: `action.en`, `action.hu`, … */
type TranslatedFields<Name extends string> = Record<`${Name}.${Language}`, string>;

/** English is required, the others may be empty. */
export function translatedShape<Name extends string>(name: Name, max: number) {
  const fields = languages.map((language) => [
    `${name}.${language}`,
    language === 'en' ? text(max) : z.union([z.literal(''), text(max)]),
  ]);
  return Object.fromEntries(fields) as Record<`${Name}.${Language}`, z.ZodMiniType<string, string>>;
}

export function toFields<Name extends string>(name: Name, value: string | Translated | null): TranslatedFields<Name> {
  const of = (language: Language) => {
    if (value === null) return '';
    return typeof value === 'string' ? (language === 'en' ? value : '') : (value[language] ?? '');
  };
  return Object.fromEntries(
    languages.map((language) => [`${name}.${language}`, of(language)]),
  ) as TranslatedFields<Name>;
}

export function fromFields<Name extends string>(name: Name, fields: TranslatedFields<Name>): Translated {
  const filled = languages.filter((language) => language === 'en' || fields[`${name}.${language}`] !== '');
  return Object.fromEntries(filled.map((language) => [language, fields[`${name}.${language}`]])) as Translated;
}
