import { clockTime } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Notice } from '../../ui/notice.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { FilmFigures, GlanceFigures, ProcessingFigures } from './film-figures.tsx';
import { OtherCurrencies } from './other-currencies.tsx';
import styles from './overview-tab.module.css';
import { type Overview, useOverview } from './overview.api.ts';
import { RevenueAnalysis, RevenueFigures } from './revenue-figures.tsx';
import { RevenueTrend } from './revenue-trend.tsx';
import { DeletedFigures, SetActivity, SetStatistics } from './set-figures.tsx';
import { UserActivity } from './user-activity.tsx';

/** How the shop does, at a glance and over time. What each figure says stands in docs/figures.md. */
export function Component() {
  return <QueryView query={useOverview()}>{(overview) => <Figures overview={overview} />}</QueryView>;
}

function Figures({ overview }: { overview: Overview }) {
  const { t } = useTranslation('admin-overview');
  const { counts, sales, stats, activity, asOf } = overview;
  return (
    <div className={styles.overview}>
      <p className={styles.asOf}>{t('asOf', { time: clockTime(asOf) })}</p>
      {stats.allTime.completedBuckets === 0 && (
        <Notice announce={false}>
          <p>{t('empty')}</p>
        </Notice>
      )}
      <GlanceFigures counts={counts} />
      <RevenueFigures sales={sales} stats={stats} />
      <OtherCurrencies sales={sales} />
      <RevenueTrend sales={sales} />
      <RevenueAnalysis stats={stats} />
      <SetStatistics stats={stats} />
      <SetActivity stats={stats} />
      <DeletedFigures stats={stats} />
      <FilmFigures stats={stats} />
      <UserActivity activity={activity} />
      <ProcessingFigures stats={stats} />
    </div>
  );
}
