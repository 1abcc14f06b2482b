import { login } from '@keepsake/contract/accounts';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { ApiError, call } from '../../shared/api.ts';
import { failureText } from '../../shared/failure-text.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { pathAfterSignIn } from './after-sign-in.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { registrationKey } from './registration-key.ts';
import { ResendVerification } from './resend-verification.tsx';
import { SecondStepForm } from './second-step-form.tsx';

const firstStep = z.pick(login.body, { email: true, password: true });

/** Address and password; the code follows where the account asks for one. */
export function LoginForm() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const form = useContractForm(firstStep, {
    defaultValues: { email: '', password: '' },
    submit: async (body) => {
      await finishSignIn(await call(login, { body: { ...body, registrationKey: registrationKey() } }));
      await navigate(pathAfterSignIn());
    },
    handles: (error) => isUnverified(error) || isHalfway(error),
    failureText: failureText(t('login.failed')),
  });
  const { email, password } = form.getValues();
  if (isHalfway(form.failure)) return <SecondStepForm credentials={{ email, password }} onBack={() => form.reset()} />;
  return (
    <>
      {isUnverified(form.failure) && <ResendVerification email={email} />}
      <Form form={form}>
        <TextField {...form.field('email', t('fields.email'))} type="email" autoComplete="username" />
        <PasswordField {...form.field('password', t('fields.password'))} autoComplete="current-password" />
        <FormActions>
          <Button type="submit" wide busy={form.busy}>
            {t('login.submit')}
          </Button>
        </FormActions>
      </Form>
    </>
  );
}

/** The password is right, and a code is asked for. */
function isHalfway(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'totp_required';
}

function isUnverified(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'email_not_verified';
}
