import { currency as currencies } from '@keepsake/contract/primitives';
import { list, money, number, percent } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { DataTable } from '../../ui/layout/data-table.tsx';
import { average, FigureList, over, seconds } from './figure-list.tsx';
import type { Overview } from './monitoring.api.ts';
import styles from './overview-tab.module.css';

/** Current totals, and numbers that may need attention. */
export function GlanceFigures({ counts }: Pick<Overview, 'counts'>) {
  const { t } = useTranslation('admin-overview');
  return (
    <FigureList
      title={t('glance.title')}
      figures={[
        { name: t('glance.users'), value: number(counts.users) },
        { name: t('glance.pending'), value: number(counts.pendingBuckets) },
        { name: t('glance.paid'), value: number(counts.paidBuckets) },
        { name: t('glance.photos'), value: number(counts.photos) },
        { name: t('glance.failed'), value: number(counts.failedFilms) },
        { name: t('glance.errors'), value: number(counts.errorsLast24h) },
      ]}
    />
  );
}

export function FilmFigures({ stats: { allTime, last30Days, pendingVideos, grantedVideos } }: Pick<Overview, 'stats'>) {
  const { t } = useTranslation('admin-overview');
  const recent = (value: string) => t('recentValue', { value });
  return (
    <FigureList
      title={t('videos.title')}
      figures={[
        { name: t('videos.made'), value: number(allTime.totalVideos), note: recent(number(last30Days.totalVideos)) },
        {
          name: t('videos.failed'),
          value: number(allTime.failedVideos),
          note: recent(number(last30Days.failedVideos)),
        },
        { name: t('videos.pending'), value: number(pendingVideos) },
        { name: t('videos.granted'), value: number(grantedVideos) },
      ]}
    />
  );
}

export function ProcessingFigures({ stats: { allTime, last30Days } }: Pick<Overview, 'stats'>) {
  const { t } = useTranslation('admin-overview');
  type Period = typeof allTime;
  const time = (of: Period) => over(of.totalVideos, seconds(of.avgProcessingTime));
  const success = (of: Period) => over(of.totalVideos + of.failedVideos, percent(of.successRate));
  const shown = (name: string, value: (of: Period) => string) => ({
    name,
    value: value(allTime),
    note: t('recentValue', { value: value(last30Days) }),
  });
  return (
    <FigureList
      title={t('processing.title')}
      figures={[shown(t('processing.time'), time), shown(t('processing.success'), success)]}
    />
  );
}

/** Averages per bucket, for all time and for the last 30 days. */
export function BucketStatistics({ stats }: Pick<Overview, 'stats'>) {
  const { t } = useTranslation('admin-overview');
  type Period = typeof stats.allTime;
  const rows = [
    {
      name: t('sets.revenue'),
      // Orders in other currencies are not included.
      of: ({ orders, averages }: Period) => over(orders, money(averages.revenuePerBucket, stats.currency)),
    },
    {
      name: t('sets.variations'),
      of: ({ completedBuckets, averages }: Period) => over(completedBuckets, average(averages.variationsPerBucket)),
    },
    {
      name: t('sets.images'),
      of: ({ completedBuckets, averages }: Period) => over(completedBuckets, average(averages.imagesPerBucket)),
    },
  ];
  const column = (key: 'allTime' | 'recent', period: Period) => ({
    key,
    title: t(`sets.${key}`),
    numeric: true,
    cell: ({ of }: (typeof rows)[number]) => of(period),
  });
  return (
    <section className={styles.part}>
      <h3>{t('sets.title')}</h3>
      <DataTable
        caption={t('sets.title')}
        columns={[
          { key: 'figure', title: t('sets.figure'), cell: ({ name }) => name },
          column('allTime', stats.allTime),
          column('recent', stats.last30Days),
        ]}
        rows={rows}
        rowKey={({ name }) => name}
        empty=""
      />
    </section>
  );
}

export function BucketActivity({ stats }: Pick<Overview, 'stats'>) {
  const { t } = useTranslation('admin-overview');
  return (
    <FigureList
      title={t('activity.title')}
      figures={[
        { name: t('activity.total'), value: number(stats.totalBuckets) },
        { name: t('activity.fresh'), value: number(stats.newBucketsThisMonth) },
        { name: t('activity.completed'), value: number(stats.completedBucketsThisMonth) },
        { name: t('activity.active'), value: number(stats.activeBuckets) },
      ]}
    />
  );
}

export function DeletedFigures({ stats: { deletedBuckets, totalBuckets, currency } }: Pick<Overview, 'stats'>) {
  const { t } = useTranslation('admin-overview');
  const { total, share, recent, lostRevenue, lostInOtherCurrencies, averageSize } = deletedBuckets;
  const others = Object.entries(lostInOtherCurrencies).map(([code, amount]) => money(amount, currencies.parse(code)));
  return (
    <FigureList
      title={t('deleted.title')}
      figures={[
        { name: t('deleted.total'), value: number(total) },
        { name: t('deleted.share'), value: over(totalBuckets, percent(share)) },
        { name: t('deleted.recent'), value: number(recent) },
        {
          name: t('deleted.lost'),
          value: money(lostRevenue, currency),
          note: others.length > 0 ? t('deleted.lostMore', { amounts: list(others) }) : t('deleted.lostNote'),
        },
        { name: t('deleted.size'), value: over(total, average(averageSize)), note: t('deleted.sizeNote') },
      ]}
    />
  );
}
