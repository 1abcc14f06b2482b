import { password as typedPassword } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';
import { ApiError } from '../../shared/api.ts';
import { errorText } from '../../shared/i18n.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';

const fields = z.object({ password: typedPassword });

/** Asks a guest for the password of a link; `error` says that the last one did not do. */
export function SharePassword({
  busy,
  error,
  onPassword,
}: {
  busy: boolean;
  error: Error | null;
  onPassword: (password: string) => void;
}) {
  const { t } = useTranslation('shares');
  const form = useContractForm(fields, {
    defaultValues: { password: '' },
    submit: async ({ password }) => onPassword(password),
  });
  const isRefused = !(error instanceof ApiError && error.code === 'share_password_needed');
  return (
    <Page width="text">
      <PageHeading title={t('guest.lockedTitle')} focusKey="password">
        <p>{t('guest.locked')}</p>
      </PageHeading>
      <Form form={form}>
        {isRefused && !busy && (
          <Notice tone="bad">
            <p>{errorText(error)}</p>
          </Notice>
        )}
        <PasswordField {...form.field('password', t('guest.password'))} autoComplete="off" />
        <FormActions>
          <Button type="submit" busy={busy}>
            {t('guest.open')}
          </Button>
        </FormActions>
      </Form>
    </Page>
  );
}
