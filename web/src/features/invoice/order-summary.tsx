import type { Bucket } from '@keepsake/contract/content';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { OrderedPhotos } from '../photos/ordered-photos.tsx';
import { BucketPrice } from '../pricing/price-parts.tsx';
import { bucketPriceQuery } from '../pricing/pricing.api.ts';
import styles from './order-summary.module.css';

interface OrderSummaryProps {
  bucket: Bucket;
  /** Where they were not given a step before. */
  consents: ReactNode;
  busy: boolean;
}

/** What is bought, what it costs and what is final about it, beside the button that goes to the payment. */
export function OrderSummary({ bucket, consents, busy }: OrderSummaryProps) {
  const { t } = useTranslation('invoice');
  const { data: price } = useQuery(bucketPriceQuery(bucket.id));
  const isFree = price?.total === 0;
  return (
    <aside className={styles.summary} aria-labelledby="order-heading">
      <h2 id="order-heading" className={styles.heading}>
        {t('summary')}
      </h2>
      <OrderedPhotos contents={bucket.Contents} />
      <BucketPrice bucketId={bucket.id} />
      {price && !isFree && <p className={styles.quiet}>{t('currencyText', { currency: price.currency })}</p>}
      {consents}
      {!isFree && <p className={styles.final}>{t('noRefund')}</p>}
      <Button
        type="submit"
        size="large"
        wide
        busy={busy}
        icon={isFree ? undefined : <Lock size={18} aria-hidden="true" />}
      >
        {busy && !isFree ? t('goingOn') : t(isFree ? 'orderFree' : 'pay')}
      </Button>
      {!isFree && <p className={styles.quiet}>{t('paySafely')}</p>}
    </aside>
  );
}
