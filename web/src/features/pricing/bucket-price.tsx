import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../shared/use-translation.ts';
import { PriceFailure, PriceLines, PriceTotal } from './price-parts.tsx';
import { bucketPriceQuery } from './pricing.api.ts';
import styles from './bucket-price.module.css';

/** What a saved set costs, line by line. */
export function BucketPrice({ bucketId }: { bucketId: string }) {
  const { t } = useTranslation('wizard');
  const { data, error, isError, isFetching, refetch } = useQuery(bucketPriceQuery(bucketId));
  if (isError) return <PriceFailure error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <p>{t('price.calculating')}</p>;
  return (
    <div className={styles.price}>
      <PriceLines price={data} isStale={isFetching} />
      <div className={styles.total}>
        <PriceTotal price={data} isStale={isFetching} />
      </div>
    </div>
  );
}
