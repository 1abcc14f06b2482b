import { money, number } from '../../shared/format.ts';
import type { Translate } from '../../shared/text-keys.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import styles from './overview-tab.module.css';
import type { Overview } from './overview.api.ts';

type CurrencySales = Overview['sales']['currencies'][number];

/** What was sold in currencies that are not that of today, each by itself; nothing where there are none. */
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
