import type { DiscountSet, Pricing } from '@keepsake/contract/pricing';
import { paths } from '../../paths.ts';
import { money } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './price-card.module.css';

export function PriceCard({ pricing, showStart }: { pricing: Pricing; showStart: boolean }) {
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
