import { forgotPassword } from '@keepsake/contract/accounts';
import { call } from '../../shared/api.ts';
import { failureText } from '../../shared/failure-text.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';

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
