import type { Reply } from '@keepsake/contract/endpoint';
import type { DiscountSet, getPricing, Pricing } from '@keepsake/contract/orders/pricing';
import { useEffect, useState } from 'react';
import { paths } from '../../../paths.ts';
import { fetchJson } from '../../../shared/fetch-json.ts';
import { logProblem } from '../../../shared/log.ts';
import { money } from '../../../shared/texts/format.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { LandingSection } from './landing-section.tsx';
import styles from './pricing-section.module.css';

const address: (typeof getPricing)['path'] = '/api/pricing';

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

function PriceCard({ pricing, showStart }: { pricing: Pricing; showStart: boolean }) {
  const { t } = useTranslation('landing');
  const { basePrice, variantPrice, currency, volumeDiscounts, variantDiscounts, packageDiscounts } = pricing;
  const bundles = [
    ...sorted(variantDiscounts).map(([count, percent]) => t('pricing.versions', { count, percent })),
    ...sorted(packageDiscounts).map(([count, percent]) => t('pricing.films', { count, percent })),
  ];
  return (
    <Card className={styles.card}>
      <dl className={styles.prices}>
        <div>
          <dt>{t('pricing.base')}</dt>
          <dd>{money(basePrice, currency)}</dd>
        </div>
        <div>
          <dt>{t('pricing.variant')}</dt>
          <dd>{money(variantPrice, currency)}</dd>
        </div>
      </dl>
      <div className={styles.discounts}>
        <Discounts
          title={t('pricing.volumeTitle')}
          lines={sorted(volumeDiscounts).map(([count, percent]) => t('pricing.photos', { count, percent }))}
        />
        <Discounts title={t('pricing.bundleTitle')} lines={bundles} />
      </div>
      <p className={styles.note}>{t('pricing.note')}</p>
      {showStart && (
        <LinkButton to={paths.register} size="large">
          {t('pricing.start')}
        </LinkButton>
      )}
    </Card>
  );
}

function Discounts({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <h3 className={styles.subtitle}>{title}</h3>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** Threshold and percent, ascending by threshold. */
function sorted(discounts: DiscountSet): [count: number, percent: number][] {
  return Object.entries(discounts)
    .map(([threshold, percent]): [number, number] => [Number(threshold), percent])
    .toSorted(([a], [b]) => a - b);
}

/** The current prices: null while loading, `failed` if they cannot be loaded. A small implementation, because it is part of the landing page. */
function usePricing(): Pricing | 'failed' | null {
  const [pricing, setPricing] = useState<Pricing | 'failed' | null>(null);
  useEffect(() => {
    const control = new AbortController();
    fetchJson<Reply<typeof getPricing>>(address, { retries: 2, signal: control.signal }).then(
      ({ data }) => setPricing(data),
      (error: unknown) => {
        if (control.signal.aborted) return;
        logProblem('The prices could not be read.', error);
        setPricing('failed');
      },
    );
    return () => control.abort();
  }, []);
  return pricing;
}
