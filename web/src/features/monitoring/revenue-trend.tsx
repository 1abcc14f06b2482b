import { useState } from 'react';
import { money, shortUtcDay, utcDay } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { LineChart } from '../../ui/line-chart.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import styles from './overview-tab.module.css';
import type { Overview } from './overview.api.ts';

const periods = ['30', '90', '365'] as const;

/** Revenue of each day, in the currency of today. */
export function RevenueTrend({ sales }: Pick<Overview, 'sales'>) {
  const { t } = useTranslation('admin-overview');
  const [period, choose] = useState<string>('30');
  const all = Object.entries(sales.dailyStats);
  const days = period === 'all' ? all : all.slice(-Number(period));
  const format = (value: number) => money(value, sales.currency);
  const [best = '', most = 0] = days.toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const total = days.reduce((sum, [, value]) => sum + value, 0);
  const summary =
    total === 0
      ? t('trend.none')
      : t('trend.summary', { total: format(total), count: days.length, day: best && utcDay(best), most: format(most) });
  return (
    <div className={styles.part}>
      <div className={styles.period}>
        <SelectField
          label={t('trend.period')}
          value={period}
          onChange={(event) => choose(event.target.value)}
          options={[
            ...periods.map((value) => ({ value, label: t('trend.days', { days: value }) })),
            { value: 'all', label: t('trend.all') },
          ]}
        />
      </div>
      <LineChart
        title={t('trend.title')}
        summary={summary}
        pointTitle={t('trend.day')}
        valueTitle={t('trend.revenue')}
        points={days.map(([day, value]) => ({ key: day, name: utcDay(day), label: shortUtcDay(day), value }))}
        format={format}
      />
    </div>
  );
}
