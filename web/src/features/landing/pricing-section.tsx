import { useTranslation } from '../../shared/use-translation.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { LandingSection } from './landing-section.tsx';
import { PriceCard } from './price-card.tsx';
import styles from './price-card.module.css';
import { usePricing } from './use-pricing.ts';

export function PricingSection({ showStart }: { showStart: boolean }) {
  const { t } = useTranslation('landing');
  return (
    <LandingSection id="pricing" title={t('pricing.title')} intro={t('pricing.intro')} sunken split>
      <Prices showStart={showStart} />
    </LandingSection>
  );
}

function Prices({ showStart }: { showStart: boolean }) {
  const { t } = useTranslation('landing');
  const pricing = usePricing();
  if (pricing === null)
    return (
      <Loading>
        <Card className={styles.card}>
          <Skeleton className={styles.priceSkeleton} />
          <Skeleton className={styles.priceSkeleton} />
          <Skeleton className={styles.listSkeleton} />
        </Card>
      </Loading>
    );
  if (pricing === 'failed')
    return (
      <Notice tone="bad">
        <p>{t('pricing.failed')}</p>
      </Notice>
    );
  return <PriceCard pricing={pricing} showStart={showStart} />;
}
