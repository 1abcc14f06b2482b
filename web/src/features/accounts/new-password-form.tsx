import { resetPassword } from '@keepsake/contract/accounts';
import { limits } from '@keepsake/contract/limits';
import * as z from 'zod/mini';
import { failureText } from '../../shared/failure-text.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { passwordsMatch } from './passwords-match.ts';

const newPasswords = z
  .extend(z.pick(resetPassword.body, { newPassword: true }), { confirmPassword: z.string().check(z.minLength(1)) })
  .check(passwordsMatch('newPassword', 'reset_passwords_differ'));

/** A password for whoever followed the link of a mail, typed twice. */
export function NewPasswordForm({
  label,
  failed,
  submit,
}: {
  /** What the button says. */
  label: string;
  /** Said where it could not be sent. */
  failed: string;
  submit: (newPassword: string) => Promise<void>;
}) {
  const { t } = useTranslation('auth');
  const form = useContractForm(newPasswords, {
    defaultValues: { newPassword: '', confirmPassword: '' },
    submit: ({ newPassword }) => submit(newPassword),
    failureText: failureText(failed),
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
          {label}
        </Button>
      </FormActions>
    </Form>
  );
}
