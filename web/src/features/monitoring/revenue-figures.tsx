import { money, number, percent } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import { compared } from './compared.ts';
import { orderList, orderListOf30Days } from './order-lists.ts';
import { FigureList, nothing, over } from './figure-list.tsx';
import styles from './overview-tab.module.css';
import type { Overview } from './monitoring.api.ts';

/** In the current currency; the conversion rate appears once it is loaded. */
export function RevenueFigures({
  sales,
  stats,
  before,
}: Pick<Overview, 'sales'> & {
  stats: Overview['stats'] | undefined;
  before: Overview['now']['previous30Days'] | undefined;
}) {
  const { t } = useTranslation('admin-overview');
  const { currency } = sales;
  const [leading] = sales.currencies;
  const orders = leading?.orders ?? 0;
  return (
    <FigureList
      title={t('revenue.title')}
      figures={[
        { name: t('revenue.total'), value: money(sales.totalRevenue, currency), to: orderList({ status: 'sold' }) },
        {
          name: t('revenue.recent'),
          value: money(sales.last30Days, currency),
          to: orderListOf30Days({ status: 'sold' }),
          // The two are requested one after the other: a change of the prices' currency may lie between them.
          note:
            before?.currency === currency
              ? compared(t, sales.last30Days, before.revenue, (value) => money(value, currency))
              : undefined,
        },
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
          to: orderList({ status: 'refunded' }),
        },
      ]}
    />
  );
}

export function RevenueAnalysis({ stats }: Pick<Overview, 'stats'>) {
  const { t } = useTranslation('admin-overview');
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
          value: stats.revenueGrowth === null ? nothing : percent(stats.revenueGrowth, { signDisplay: 'exceptZero' }),
          note: t('analysis.growthNote'),
        },
      ]}
    />
  );
}

type CurrencySales = Overview['sales']['currencies'][number];

/** Revenue in other currencies, one by one; renders nothing if there is none. */
export function OtherCurrencies({ sales }: Pick<Overview, 'sales'>) {
  const { t } = useTranslation('admin-overview');
  const others = sales.currencies.slice(1);
  if (others.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{t('currencies.title')}</h3>
      <p>{t('currencies.note')}</p>
      <DataTable
        caption={t('currencies.title')}
        columns={columnsOf(t)}
        rows={others}
        rowKey={({ currency }) => currency}
        empty=""
      />
    </section>
  );
}

function columnsOf(t: Translate<'admin-overview'>): Column<CurrencySales>[] {
  const amount = (
    key: 'total' | 'recent' | 'perSet' | 'perImage' | 'refunded',
    of: (row: CurrencySales) => number,
  ): Column<CurrencySales> => ({
    key,
    title: t(`currencies.${key}`),
    numeric: true,
    cell: (row) => money(of(row), row.currency),
  });
  return [
    { key: 'currency', title: t('currencies.currency'), cell: (row) => row.currency },
    { key: 'orders', title: t('currencies.orders'), numeric: true, cell: (row) => number(row.orders) },
    amount('total', (row) => row.totalRevenue),
    amount('recent', (row) => row.last30Days),
    amount('perSet', (row) => row.avgRevenue),
    amount('perImage', (row) => row.avgRevenuePerImage),
    amount('refunded', (row) => row.refunded),
  ];
}
