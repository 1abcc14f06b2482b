import { limits } from '@keepsake/contract/limits';
import { createShare, newShare } from '@keepsake/contract/films/shares';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../shared/api.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/forms/fields/checkbox-field.tsx';
import { FieldError, fieldIds } from '../../ui/forms/fields/field.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { PasswordField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import styles from './share-form.module.css';
import { sharesQuery } from './shares.api.ts';

export interface ShareableFilm {
  id: string;
  /** "Smile 2, made from grandma.jpg" */
  name: string;
  /** "Wave 2: a nod, as agreed.", or who shows it. */
  instead?: ReactNode;
}

const lives = [1, 7, limits.retentionDays];

/** Form for a new link: films, lifetime and optional password. */
export function ShareForm({
  bucketId,
  films,
  onMade,
}: {
  bucketId: string;
  films: readonly ShareableFilm[];
  onMade: (url: string) => void;
}) {
  const { t } = useTranslation('shares');
  const queries = useQueryClient();
  const form = useContractForm(newShare, {
    defaultValues: { filmIds: films.map(({ id }) => id), days: '7', password: '' },
    submit: async (body) => {
      const { url } = await call(createShare, { params: { id: bucketId }, body });
      await queries.invalidateQueries({ queryKey: sharesQuery(bucketId).queryKey });
      onMade(url);
    },
  });
  const { id: filmsId, error } = form.field('filmIds', t('films'));
  const chosen = new Set(form.getValues().filmIds);
  const choose = (id: string, isChosen: boolean) =>
    form.setValue(
      'filmIds',
      films.map((film) => film.id).filter((one) => (one === id ? isChosen : chosen.has(one))),
    );
  return (
    <Form form={form}>
      <p>{t('intro')}</p>
      <fieldset {...fieldIds(filmsId, { error })} tabIndex={-1} className={styles.films}>
        <legend className={styles.legend}>{t('films')}</legend>
        {films.map(({ id, name, instead }) => (
          <CheckboxField
            key={id}
            label={name}
            hint={instead}
            checked={chosen.has(id)}
            onChange={({ target }) => choose(id, target.checked)}
          />
        ))}
        <FieldError id={filmsId} error={error} />
      </fieldset>
      <SelectField
        {...form.field('days', t('days.label'))}
        hint={t('days.hint')}
        options={lives.map((days) => ({ value: String(days), label: t('days.option', { count: days }) }))}
      />
      <PasswordField
        {...form.field('password', t('password.label'))}
        optional
        hint={t('password.hint')}
        autoComplete="new-password"
      />
      <FormActions>
        <Button type="submit" busy={form.busy}>
          {t('make')}
        </Button>
      </FormActions>
    </Form>
  );
}
