import { number, shortUtcDay, utcDay } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import type { Overview } from './overview.api.ts';

/** People who were signed in on each of the last 30 days. */
export function UserActivity({ activity }: Pick<Overview, 'activity'>) {
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
