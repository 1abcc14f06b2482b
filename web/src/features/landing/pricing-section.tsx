import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../shared/use-translation.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { pricingQuery } from '../pricing/pricing.api.ts';
import { LandingSection } from './landing-section.tsx';
import { PriceCard } from './price-card.tsx';
import styles from './price-card.module.css';

export function PricingSection({ showStart }: { showStart: boolean }) {
  const { t } = useTranslation('landing');
  const { data: pricing, isError } = useQuery(pricingQuery);
  return (
    <LandingSection id="pricing" title={t('pricing.title')} intro={t('pricing.intro')} sunken split>
      {pricing !== undefined && <PriceCard pricing={pricing} showStart={showStart} />}
      {isError && pricing === undefined && (
        <Notice tone="bad">
          <p>{t('pricing.failed')}</p>
        </Notice>
      )}
      {!isError && pricing === undefined && (
        <Loading>
          <Card className={styles.card}>
            <Skeleton className={styles.priceSkeleton} />
            <Skeleton className={styles.priceSkeleton} />
            <Skeleton className={styles.listSkeleton} />
          </Card>
        </Loading>
      )}
    </LandingSection>
  );
}
