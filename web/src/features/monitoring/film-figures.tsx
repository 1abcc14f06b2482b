import { number, percent } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { FigureList, over, seconds } from './figure-list.tsx';
import type { Overview } from './monitoring.api.ts';

/** What there is now, and what may ask for a person. */
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
