import type { errorStates } from '@keepsake/contract/admin/monitoring';
import type { LedgerKind } from '@keepsake/contract/orders/ledger';
import { currency as currencies } from '@keepsake/contract/primitives';
import { list, money, number, percent } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { DataTable } from '../../ui/layout/data-table.tsx';
import { paths } from '../../paths.ts';
import { compared } from './compared.ts';
import { orderList, orderListOf30Days } from './order-lists.ts';
import { average, FigureList, over, seconds } from './figure-list.tsx';
import type { Overview } from './monitoring.api.ts';
import styles from './overview-tab.module.css';

type Before = Overview['now']['previous30Days'];

/** Current totals, and numbers that may need attention. */
export function GlanceFigures({ counts }: Pick<Overview, 'counts'>) {
  const { t } = useTranslation('admin-overview');
  return (
    <FigureList
      title={t('glance.title')}
      figures={[
        { name: t('glance.users'), value: number(counts.users), to: paths.adminTab('users') },
        {
          name: t('glance.pending'),
          value: number(counts.pendingBuckets),
          to: orderList({ status: 'pending' }),
        },
        {
          name: t('glance.paid'),
          value: number(counts.paidBuckets),
          to: orderList({ status: 'paid' }),
        },
        // With the deleted ones: no list has those.
        { name: t('glance.photos'), value: number(counts.photos) },
        {
          name: t('glance.failed'),
          value: number(counts.failedFilms),
          to: orderList({ attention: 'films_failed_any', sort: 'failed' }),
        },
        {
          name: t('glance.errors'),
          value: number(counts.errorsLast24h),
          to: paths.adminTab('errors', 1, { state: 'all' satisfies (typeof errorStates)[number], recent: 'true' }),
        },
      ]}
    />
  );
}

export function FilmFigures({
  stats: { allTime, last30Days, pendingVideos, grantedVideos },
  before,
}: Pick<Overview, 'stats'> & { before: Before | undefined }) {
  const { t } = useTranslation('admin-overview');
  const recent = (now: number, then: number | undefined) =>
    [t('recentValue', { value: number(now) }), compared(t, now, then)].filter(Boolean).join(' · ');
  return (
    <FigureList
      title={t('videos.title')}
      figures={[
        // Made and failed films are counted with those that are deleted, and no list has those.
        {
          name: t('videos.made'),
          value: number(allTime.totalVideos),
          note: recent(last30Days.totalVideos, before?.totalVideos),
        },
        {
          name: t('videos.failed'),
          value: number(allTime.failedVideos),
          note: recent(last30Days.failedVideos, before?.failedVideos),
        },
        {
          name: t('videos.pending'),
          value: number(pendingVideos),
          to: orderList({ attention: 'films_waiting', sort: 'waiting' }),
        },
        {
          name: t('videos.granted'),
          value: number(grantedVideos),
          to: paths.adminTab('ledger', 1, { kind: 'films_granted' satisfies LedgerKind }),
        },
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

export function BucketActivity({ stats, before }: Pick<Overview, 'stats'> & { before: Before | undefined }) {
  const { t } = useTranslation('admin-overview');
  return (
    <FigureList
      title={t('activity.title')}
      figures={[
        { name: t('activity.total'), value: number(stats.totalBuckets), to: orderList() },
        {
          name: t('activity.fresh'),
          value: number(stats.newBucketsThisMonth),
          note: compared(t, stats.newBucketsThisMonth, before?.newBuckets),
          to: orderListOf30Days({ day: 'begun' }),
        },
        {
          name: t('activity.completed'),
          value: number(stats.completedBucketsThisMonth),
          note: compared(t, stats.completedBucketsThisMonth, before?.completedBuckets),
          to: orderListOf30Days({ status: 'sold' }),
        },
        { name: t('activity.active'), value: number(stats.activeBuckets), to: orderList({ status: 'active' }) },
      ]}
    />
  );
}

export function DeletedFigures({
  stats: { deletedBuckets, totalBuckets, currency },
  before,
}: Pick<Overview, 'stats'> & { before: Before | undefined }) {
  const { t } = useTranslation('admin-overview');
  const { total, share, recent, lostRevenue, lostInOtherCurrencies, averageSize } = deletedBuckets;
  const others = Object.entries(lostInOtherCurrencies).map(([code, amount]) => money(amount, currencies.parse(code)));
  return (
    <FigureList
      title={t('deleted.title')}
      figures={[
        {
          name: t('deleted.total'),
          value: number(total),
          to: orderList({ status: 'deleted' }),
        },
        { name: t('deleted.share'), value: over(totalBuckets, percent(share)) },
        {
          name: t('deleted.recent'),
          value: number(recent),
          note: compared(t, recent, before?.deletedBuckets),
          to: orderListOf30Days({ status: 'deleted', day: 'deleted' }),
        },
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
