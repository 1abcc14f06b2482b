import { limits } from '@keepsake/contract/limits';
import { id } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';
import { paths } from '../paths.ts';
import { useSearch } from '../shared/search-params.ts';
import { useTranslation } from '../shared/texts/use-translation.ts';
import { LinkButton } from '../ui/button.tsx';
import { FormActions } from '../ui/forms/form.tsx';
import { PageHeading } from '../ui/layout/page-heading.tsx';
import { Page } from '../ui/layout/page.tsx';

const search = z.object({ bucket: id });

export function Component() {
  const { t } = useTranslation('payment');
  const found = useSearch(search);
  return (
    <Page width="text">
      <PageHeading title={t('cancel.title')}>
        <p>{t('cancel.text')}</p>
        <p>{t('cancel.kept', { days: limits.retentionDays })}</p>
      </PageHeading>
      <FormActions>
        <LinkButton size="large" to={found ? paths.invoice(found.bucket) : paths.dashboard}>
          {t('cancel.tryAgain')}
        </LinkButton>
        <LinkButton size="large" variant="secondary" to={paths.home}>
          {t('cancel.home')}
        </LinkButton>
      </FormActions>
    </Page>
  );
}
