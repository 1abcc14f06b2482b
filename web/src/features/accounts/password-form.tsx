import type { User } from '@keepsake/contract/accounts';
import { limits } from '@keepsake/contract/limits';
import { newPassword, password } from '@keepsake/contract/primitives';
import { useState } from 'react';
import * as z from 'zod/mini';
import { failureText } from '../../shared/failure-text.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { passwordsMatch } from './passwords-match.ts';
import { ProfileSection } from './profile-section.tsx';
import { saveProfile } from './save-profile.ts';

const passwordChange = z
  .object({ currentPassword: password, newPassword, confirmPassword: z.string().check(z.minLength(1)) })
  .check(passwordsMatch('newPassword', 'new_passwords_differ'));

export function PasswordForm({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const [done, setDone] = useState(false);
  const form = useContractForm(passwordChange, {
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    submit: async ({ currentPassword, newPassword }) => {
      setDone(false);
      await saveProfile({ currentPassword, newPassword });
      form.reset();
      setDone(true);
    },
    failureText: failureText(t('password.failed')),
  });
  return (
    <ProfileSection title={t('password.title')} done={done ? t('password.done') : null}>
      <Form form={form}>
        {/* For password managers: whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField {...form.field('currentPassword', t('password.current'))} autoComplete="current-password" />
        <PasswordField
          {...form.field('newPassword', t('password.new'))}
          hint={t('password.hint', { min: limits.passwordMin })}
          autoComplete="new-password"
        />
        <PasswordField {...form.field('confirmPassword', t('password.confirm'))} autoComplete="new-password" />
        <FormActions>
          <Button type="submit" busy={form.busy}>
            {t('password.save')}
          </Button>
        </FormActions>
      </Form>
    </ProfileSection>
  );
}
