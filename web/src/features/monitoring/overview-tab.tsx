import { useDeferredValue } from 'react';
import { clockTime } from '../../shared/format.ts';
import { errorText } from '../../shared/i18n.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Notice } from '../../ui/notice.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { FilmFigures, GlanceFigures, ProcessingFigures } from './film-figures.tsx';
import { OtherCurrencies } from './other-currencies.tsx';
import styles from './overview-tab.module.css';
import { useOverview } from './overview.api.ts';
import { RevenueAnalysis, RevenueFigures } from './revenue-figures.tsx';
import { RevenueTrend } from './revenue-trend.tsx';
import { DeletedFigures, SetActivity, SetStatistics } from './set-figures.tsx';
import { UserActivity } from './user-activity.tsx';

/** How the shop does, at a glance and over time; a part that cannot be loaded hides no other. What each figure says stands in docs/figures.md. */
export function Component() {
  const { t } = useTranslation('admin-overview');
  const { counts, sales, stats, activity, asOf, error, isLoading, retry } = useOverview();
  // What comes first is drawn in pieces, so that the page answers meanwhile.
  const isDrawn = useDeferredValue(asOf !== null);
  return (
    <div className={styles.overview}>
      {isDrawn && asOf !== null && <p className={styles.asOf}>{t('asOf', { time: clockTime(asOf) })}</p>}
      {error !== null && <RetryNotice title={t('incomplete')} text={errorText(error)} onRetry={retry} />}
      {isDrawn && (
        <>
          {stats?.allTime.completedBuckets === 0 && (
            <Notice announce={false}>
              <p>{t('empty')}</p>
            </Notice>
          )}
          {counts && <GlanceFigures counts={counts} />}
          {sales && <RevenueFigures sales={sales} stats={stats} />}
          {sales && <OtherCurrencies sales={sales} />}
          {sales && <RevenueTrend sales={sales} />}
          {stats && <RevenueAnalysis stats={stats} />}
          {stats && <SetStatistics stats={stats} />}
          {stats && <SetActivity stats={stats} />}
          {stats && <DeletedFigures stats={stats} />}
          {stats && <FilmFigures stats={stats} />}
          {activity && <UserActivity activity={activity} />}
          {stats && <ProcessingFigures stats={stats} />}
        </>
      )}
      {(isLoading || isDrawn !== (asOf !== null)) && (
        <Loading>
          <Skeleton />
        </Loading>
      )}
    </div>
  );
}
