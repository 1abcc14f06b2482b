import { resetPassword } from '@keepsake/contract/accounts';
import { limits } from '@keepsake/contract/limits';
import * as z from 'zod/mini';
import { ApiError, call } from '../../shared/api.ts';
import { failureText } from '../../shared/failure-text.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { passwordsMatch } from './passwords-match.ts';
import type { MailLink } from './use-mail-link.ts';

const newPasswords = z
  .extend(z.pick(resetPassword.body, { newPassword: true }), { confirmPassword: z.string().check(z.minLength(1)) })
  .check(passwordsMatch('newPassword', 'reset_passwords_differ'));

export function ResetPasswordForm({
  link,
  onDone,
  onInvalid,
}: {
  link: MailLink;
  onDone: () => void;
  onInvalid: () => void;
}) {
  const { t } = useTranslation('auth');
  const form = useContractForm(newPasswords, {
    defaultValues: { newPassword: '', confirmPassword: '' },
    submit: async ({ newPassword }) => {
      try {
        await call(resetPassword, { body: { ...link, newPassword } });
        onDone();
      } catch (error) {
        if (error instanceof ApiError && error.code === 'reset_link_invalid') onInvalid();
        else throw error;
      }
    },
    failureText: failureText(t('reset.failed')),
  });
  return (
    <Form form={form}>
      <PasswordField
        {...form.field('newPassword', t('fields.newPassword'))}
        hint={t('passwordHint', { min: limits.passwordMin })}
        autoComplete="new-password"
      />
      <PasswordField {...form.field('confirmPassword', t('fields.confirmPassword'))} autoComplete="new-password" />
      <FormActions>
        <Button type="submit" wide busy={form.busy}>
          {t('reset.submit')}
        </Button>
      </FormActions>
    </Form>
  );
}
