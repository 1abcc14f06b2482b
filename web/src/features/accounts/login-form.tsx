import { login, totpCode } from '@keepsake/contract/accounts/accounts';
import type { Reply } from '@keepsake/contract/endpoint';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { ApiError, call } from '../../shared/api.ts';
import { signIn } from '../../shared/session.ts';
import { failureText, switchLanguage } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { PasswordField, TextField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { storeUser } from './accounts.api.ts';
import { pathAfterSignIn } from './guards.ts';
import { registrationKey } from './registration-key.ts';
import styles from './login-form.module.css';
import { useResendVerification } from './resend-verification.ts';

const firstStep = z.pick(login.body, { email: true, password: true });

const secondStep = z.object({ totpCode });

/** Address and password; a second screen requests the code if the account needs one. */
export function LoginForm() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const form = useContractForm(firstStep, {
    defaultValues: { email: '', password: '' },
    submit: async (body) => {
      await finishSignIn(await call(login, { body: { ...body, registrationKey: registrationKey() } }));
      await navigate(pathAfterSignIn(body.email));
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
        {isRefused(form.failure) && <WhatToTry />}
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

/** The password is correct, and a code is required. */
function isHalfway(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'totp_required';
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'login_failed';
}

function isUnverified(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'email_not_verified';
}

/** Starts the session that the server has opened, in the user's language. */
async function finishSignIn({ token, user }: Reply<typeof login>): Promise<void> {
  signIn(token, user);
  storeUser(user);
  await switchLanguage(user.defaultLanguage);
}

/** Requests the code after the correct password, which is kept in memory until then. */
function SecondStepForm({
  credentials,
  onBack,
}: {
  credentials: { email: string; password: string };
  onBack: () => void;
}) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const form = useContractForm(secondStep, {
    defaultValues: { totpCode: '' },
    submit: async (body) => {
      await finishSignIn(await call(login, { body: { ...credentials, ...body } }));
      await navigate(pathAfterSignIn(credentials.email));
    },
    failureText: failureText(t('login.failed')),
  });
  return (
    <>
      <Notice>
        <p>{t('login.secondStep')}</p>
      </Notice>
      <Form form={form}>
        <TextField
          {...form.field('totpCode', t('login.code'))}
          hint={t('login.codeHint')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user's press has replaced the form by this field
          autoFocus
        />
        <FormActions>
          <Button type="submit" wide busy={form.busy}>
            {t('login.submit')}
          </Button>
          <Button variant="quiet" wide onClick={onBack}>
            {t('login.otherAccount')}
          </Button>
        </FormActions>
      </Form>
    </>
  );
}

/** Shown to a user whose address is not verified. */
function ResendVerification({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const { state, problem, resend } = useResendVerification(email);
  if (state === 'sent')
    return (
      <Notice tone="ok">
        <p>{t('login.resent')}</p>
      </Notice>
    );
  return (
    <>
      <Notice
        tone="warn"
        action={
          <Button variant="secondary" busy={state === 'sending'} onClick={() => void resend()}>
            {t('login.resend')}
          </Button>
        }
      >
        <p>{t('login.unverified')}</p>
      </Notice>
      {state === 'failed' && (
        <Notice tone="bad">
          <p>{problem}</p>
        </Notice>
      )}
    </>
  );
}

/** Advice after a refused sign-in. It is the same for every address, so that it reveals nothing about an account. */
function WhatToTry() {
  const { t } = useTranslation('auth');
  return (
    <Notice title={t('login.try.title')} announce={false}>
      <ul className={styles.try}>
        <li>{t('login.try.capsLock')}</li>
        <li>{t('login.try.otherAddress')}</li>
        <li>{t('login.try.verify')}</li>
        <li>
          <Link to={paths.forgotPassword}>{t('login.try.newPassword')}</Link>
        </li>
      </ul>
    </Notice>
  );
}
