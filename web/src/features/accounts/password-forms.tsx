import { forgotPassword, resetPassword } from '@keepsake/contract/accounts/accounts';
import { limits } from '@keepsake/contract/limits';
import * as z from 'zod/mini';
import { call } from '../../shared/api.ts';
import { failureText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { PasswordField, TextField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';

const newPasswords = z
  .extend(z.pick(resetPassword.body, { newPassword: true }), { confirmPassword: z.string().check(z.minLength(1)) })
  .check(passwordsMatch('newPassword', 'reset_passwords_differ'));

/** The form for a new password, typed twice, after the link of a mail. */
export function NewPasswordForm({
  label,
  failed,
  submit,
}: {
  /** Text of the button. */
  label: string;
  /** Message if the request fails. */
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

/** Rule for a form in which a password is typed twice; `message` is a key of `errors:field`. */
export function passwordsMatch<T extends Record<Name, string> & { confirmPassword: string }, Name extends string>(
  name: Name,
  message: 'passwords_differ' | 'new_passwords_differ' | 'reset_passwords_differ',
) {
  return z.refine<T>((values) => values[name] === values.confirmPassword, {
    path: ['confirmPassword'],
    message,
    when: () => true,
  });
}

export function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('auth');
  const form = useContractForm(forgotPassword.body, {
    defaultValues: { email: '' },
    submit: async (body) => {
      await call(forgotPassword, { body });
      onSent();
    },
    failureText: failureText(t('forgot.failed')),
  });
  return (
    <Form form={form}>
      <TextField {...form.field('email', t('fields.email'))} type="email" autoComplete="username" />
      <FormActions>
        <Button type="submit" wide busy={form.busy}>
          {t('forgot.submit')}
        </Button>
      </FormActions>
    </Form>
  );
}
