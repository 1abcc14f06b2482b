import type { User } from '@keepsake/contract/accounts';
import { language, languages } from '@keepsake/contract/primitives';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { failureText } from '../../shared/failure-text.ts';
import { switchLanguage } from '../../shared/i18n.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Form, FormActions } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { languageNames } from '../../shared/language-names.ts';
import { ProfileSection } from './profile-section.tsx';
import { saveProfile } from './save-profile.ts';

const preferences = z.object({ defaultLanguage: language, newsletterConsent: z.boolean() });

export function PreferencesForm({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const [done, setDone] = useState(false);
  const form = useContractForm(preferences, {
    defaultValues: { defaultLanguage: user.defaultLanguage, newsletterConsent: user.newsletterConsent },
    submit: async (body) => {
      setDone(false);
      await saveProfile(body);
      await switchLanguage(body.defaultLanguage);
      setDone(true);
    },
    failureText: failureText(t('preferences.failed')),
  });
  const { setValue } = form;
  // The menu of the navigation changes the language too.
  useEffect(() => setValue('defaultLanguage', user.defaultLanguage), [setValue, user.defaultLanguage]);
  return (
    <ProfileSection title={t('preferences.title')} done={done ? t('preferences.done') : null}>
      <Form form={form}>
        <SelectField
          {...form.field('defaultLanguage', t('preferences.language'))}
          hint={t('preferences.languageHint')}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <CheckboxField {...form.field('newsletterConsent', t('preferences.newsletter'))} />
        <FormActions>
          <Button type="submit" busy={form.busy}>
            {t('preferences.save')}
          </Button>
        </FormActions>
      </Form>
    </ProfileSection>
  );
}
