import { paths } from '../../paths.ts';
import { ApiError } from '../../shared/api.ts';
import { errorText } from '../../shared/i18n.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FormActions } from '../../ui/form.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** A link that does not work any more, or cannot be asked about right now. */
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
