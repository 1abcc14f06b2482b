import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { clockTime, money, number, shortUtcDay, utcDay } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { BarChart, LineChart } from '../../ui/charts/charts.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RetryNotice } from '../../ui/feedback/outcome-notices.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { SearchForm } from '../../ui/forms/filter-form.tsx';
import { PauseMaking } from '../films/admin/pause-making.tsx';
import { Attention } from './attention.tsx';
import {
  BucketActivity,
  BucketStatistics,
  DeletedFigures,
  FilmFigures,
  GlanceFigures,
  ProcessingFigures,
} from './overview-figures.tsx';
import styles from './overview-tab.module.css';
import { type Overview, useOverview } from './monitoring.api.ts';
import { OtherCurrencies, RevenueAnalysis, RevenueFigures } from './revenue-figures.tsx';
import { StoredFigures, WaitingFigures } from './work-figures.tsx';

const periods = ['30', '90', '365'] as const;

/**
 * The shop's figures; docs/figures.md defines each. What needs attention appears first, and all other parts once they are loaded, or could
 * not be: none appears above another and moves it.
 */
export function Component() {
  const { t } = useTranslation('admin-overview');
  const { now, counts, sales, stats, activity, asOf, error, isLoading, isSettled, retry } = useOverview();
  // The first render is deferred in parts, so that the page stays responsive.
  const isBegun = useDeferredValue(now !== undefined || isSettled);
  const isWhole = useDeferredValue(isSettled);
  return (
    <div className={styles.overview}>
      <OrderSearch />
      {isBegun && asOf !== null && <p className={styles.asOf}>{t('asOf', { time: clockTime(asOf) })}</p>}
      {error !== null && <RetryNotice title={t('incomplete')} text={errorText(error)} onRetry={retry} />}
      {isBegun && now && (
        <>
          <Attention now={now}>
            <PauseMaking />
          </Attention>
          <WaitingFigures now={now} />
        </>
      )}
      {isWhole && (
        <>
          {stats?.allTime.completedBuckets === 0 && (
            <Notice announce={false}>
              <p>{t('empty')}</p>
            </Notice>
          )}
          {counts && <GlanceFigures counts={counts} />}
          {sales && <RevenueFigures sales={sales} stats={stats} before={now?.previous30Days} />}
          {sales && <OtherCurrencies sales={sales} />}
          {sales && <RevenueTrend sales={sales} />}
          {stats && <RevenueAnalysis stats={stats} />}
          {stats && <BucketStatistics stats={stats} />}
          {stats && <BucketActivity stats={stats} before={now?.previous30Days} />}
          {stats && <DeletedFigures stats={stats} before={now?.previous30Days} />}
          {stats && <FilmFigures stats={stats} before={now?.previous30Days} />}
          {activity && <UserActivity activity={activity} />}
          {stats && <ProcessingFigures stats={stats} />}
          {now && <StoredFigures now={now} />}
        </>
      )}
      {(isLoading || isWhole !== isSettled) && (
        <Loading>
          <Skeleton />
        </Loading>
      )}
    </div>
  );
}

/** The search of orders: a customer's question usually contains a name, an address or a number. */
function OrderSearch() {
  const { t } = useTranslation('admin-overview');
  const navigate = useNavigate();
  return (
    <SearchForm
      label={t('search.label')}
      button={t('search.find')}
      value=""
      maxLength={200}
      onSearch={(search) => void navigate(paths.adminTab('orders', 1, { search }))}
    />
  );
}

/** Signed-in users on each of the last 30 days. */
function UserActivity({ activity }: Pick<Overview, 'activity'>) {
  const { t } = useTranslation('admin-overview');
  const days = Object.entries(activity);
  const people = days.map(([, count]) => count);
  const [least, most] = [Math.min(...people), Math.max(...people)];
  return (
    <BarChart
      title={t('people.title')}
      summary={most > 0 ? t('people.summary', { least: number(least), most: number(most) }) : t('people.none')}
      pointTitle={t('people.day')}
      valueTitle={t('people.people')}
      points={days.map(([day, value]) => ({ key: day, name: utcDay(day), label: shortUtcDay(day), value }))}
      format={(value) => number(value)}
    />
  );
}

/** Revenue per day in the current currency. */
function RevenueTrend({ sales }: Pick<Overview, 'sales'>) {
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
