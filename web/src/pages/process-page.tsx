import { BucketLine } from '../features/buckets/bucket-line.tsx';
import { useCart } from '../features/photos/cart/cart.ts';
import { OrderSteps } from '../features/photos/order-steps.tsx';
import { UploadStep } from '../features/photos/upload-step.tsx';
import { useTranslation } from '../shared/texts/use-translation.ts';
import { PageHeading } from '../ui/layout/page-heading.tsx';
import { Page } from '../ui/layout/page.tsx';

export function Component() {
  const { t } = useTranslation('wizard');
  const bucket = useCart((cart) => (cart.bucket?.id === cart.bucketId ? cart.bucket : null));
  return (
    <Page>
      <OrderSteps current="upload" />
      <PageHeading title={t('title')}>
        {bucket && <BucketLine bucket={bucket} />}
        <p>{t('intro')}</p>
      </PageHeading>
      <UploadStep />
    </Page>
  );
}
