import { password as typedPassword } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { ApiError } from '../../shared/api.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Page } from '../../ui/layout/page.tsx';

const fields = z.object({ password: typedPassword });

/** Password form of a link; `error` is set if the last password was refused. */
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

/** An expired link, or an error while loading it. */
export function ShareError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('shares');
  const hasEnded = error instanceof ApiError && error.code === 'share_ended';
  return (
    <Page width="text">
      <PageHeading title={hasEnded ? t('guest.endedTitle') : t('guest.failedTitle')} focusKey="error">
        <p>{errorText(error)}</p>
        {hasEnded && <p>{t('guest.ended')}</p>}
      </PageHeading>
      <FormActions>
        {hasEnded ? (
          <LinkButton to={paths.home} variant="secondary">
            {t('common:notFoundPage.home')}
          </LinkButton>
        ) : (
          <Button onClick={onRetry}>{t('common:tryAgain')}</Button>
        )}
      </FormActions>
    </Page>
  );
}
