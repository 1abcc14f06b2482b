import { register } from '@keepsake/contract/accounts/accounts';
import { limits } from '@keepsake/contract/limits';
import { languages } from '@keepsake/contract/primitives';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { call } from '../../shared/api.ts';
import { assignTriedPhotoTo } from '../../shared/photos/tried-photo.ts';
import { currentLanguage, languageNames } from '../../shared/texts/format.ts';
import { failureText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/forms/fields/checkbox-field.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { PasswordField, TextField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { passwordsMatch } from './password-forms.tsx';
import { registered } from './registered.tsx';
import { registrationKey } from './registration-key.ts';

const registration = z
  .extend(register.body, {
    confirmPassword: z.string().check(z.minLength(1)),
    terms: z.boolean().check(z.refine((accepted) => accepted, { message: 'terms_not_accepted' })),
  })
  .check(passwordsMatch('password', 'passwords_differ'));

export function RegisterForm() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const form = useContractForm(registration, {
    defaultValues: {
      name: '',
      email: '',
      password: '',
      confirmPassword: '',
      defaultLanguage: currentLanguage(),
      newsletterConsent: false,
      terms: false,
    },
    submit: async ({ name, email, password, defaultLanguage, newsletterConsent }) => {
      await call(register, {
        body: { name, email, password, defaultLanguage, newsletterConsent, registrationKey: registrationKey() },
      });
      assignTriedPhotoTo(email);
      await navigate(paths.home, { state: registered(email) });
    },
    failureText: failureText(t('register.failed')),
  });
  return (
    <Form form={form}>
      <TextField {...form.field('name', t('fields.name'))} autoComplete="name" />
      <TextField {...form.field('email', t('fields.email'))} type="email" autoComplete="username" />
      <PasswordField
        {...form.field('password', t('fields.password'))}
        hint={t('passwordHint', { min: limits.passwordMin })}
        autoComplete="new-password"
      />
      <PasswordField {...form.field('confirmPassword', t('fields.confirmPassword'))} autoComplete="new-password" />
      <SelectField
        {...form.field('defaultLanguage', t('fields.language'))}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <div>
        <CheckboxField {...form.field('newsletterConsent', t('register.newsletter'))} />
        <CheckboxField
          {...form.field('terms', t('register.terms'))}
          hint={
            <Link to={paths.terms} target="_blank">
              {t('register.readTerms')}
            </Link>
          }
        />
      </div>
      <FormActions>
        <Button type="submit" wide busy={form.busy}>
          {t('register.submit')}
        </Button>
      </FormActions>
    </Form>
  );
}
