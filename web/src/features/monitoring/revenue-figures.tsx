import { money, percent } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { FigureList } from '../../ui/figure-list.tsx';
import type { Overview } from './overview.api.ts';
import { over } from './shown-value.ts';

/** In the currency of today; what part of the sets is ordered stands there once it is known. */
export function RevenueFigures({ sales, stats }: Pick<Overview, 'sales'> & { stats: Overview['stats'] | undefined }) {
  const { t } = useTranslation('admin-overview');
  const { currency } = sales;
  const [leading] = sales.currencies;
  const orders = leading?.orders ?? 0;
  return (
    <FigureList
      title={t('revenue.title')}
      figures={[
        { name: t('revenue.total'), value: money(sales.totalRevenue, currency) },
        { name: t('revenue.recent'), value: money(sales.last30Days, currency) },
        { name: t('revenue.perImage'), value: over(orders, money(leading?.avgRevenuePerImage ?? 0, currency)) },
        ...(stats
          ? [
              {
                name: t('revenue.conversion'),
                value: over(stats.newBucketsThisMonth, percent(stats.conversionRate)),
                note: t('revenue.conversionNote'),
              },
            ]
          : []),
        {
          name: t('revenue.refunded'),
          value: money(leading?.refunded ?? 0, currency),
          note: t('revenue.refundedNote'),
        },
      ]}
    />
  );
}

export function RevenueAnalysis({ stats }: Pick<Overview, 'stats'>) {
  const { t } = useTranslation('admin-overview');
  const { averages } = stats.allTime;
  const growth = percent(stats.revenueGrowth, { signDisplay: 'exceptZero' });
  return (
    <FigureList
      title={t('analysis.title')}
      figures={[
        {
          name: t('analysis.perSet'),
          value: over(stats.allTime.orders, money(stats.avgRevenue, stats.currency)),
        },
        {
          name: t('analysis.growth'),
          value: over(averages.revenuePerBucket, growth),
          note: t('analysis.growthNote'),
        },
      ]}
    />
  );
}
