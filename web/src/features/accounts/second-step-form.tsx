import { login, totpCode } from '@keepsake/contract/accounts';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { call } from '../../shared/api.ts';
import { failureText } from '../../shared/failure-text.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { pathAfterSignIn } from './after-sign-in.ts';
import { finishSignIn } from './finish-sign-in.ts';

const secondStep = z.object({ totpCode });

/** Asks for the code after the right password; the password stays in memory until then. */
export function SecondStepForm({
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
      await navigate(pathAfterSignIn());
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
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has changed to this one field because of a press
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
