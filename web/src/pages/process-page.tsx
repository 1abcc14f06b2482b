import { OrderSteps } from '../features/photos/order-steps.tsx';
import { UploadStep } from '../features/photos/upload-step.tsx';
import { useTranslation } from '../shared/texts/use-translation.ts';
import { PageHeading } from '../ui/layout/page-heading.tsx';
import { Page } from '../ui/layout/page.tsx';

export function Component() {
  const { t } = useTranslation('wizard');
  return (
    <Page>
      <OrderSteps current="upload" />
      <PageHeading title={t('title')}>
        <p>{t('intro')}</p>
      </PageHeading>
      <UploadStep />
    </Page>
  );
}
