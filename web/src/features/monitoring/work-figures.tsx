import { paths } from '../../paths.ts';
import { dateTime, number } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { FigureList, nothing } from './figure-list.tsx';
import { orderList } from './order-lists.ts';
import type { Overview } from './monitoring.api.ts';

/** How much is waiting, and for how long. */
export function WaitingFigures({ now: { waiting } }: Pick<Overview, 'now'>) {
  const { t } = useTranslation('admin-overview');
  return (
    <FigureList
      title={t('waiting.title')}
      figures={[
        {
          name: t('waiting.films'),
          value: number(waiting.films),
          to: orderList({ attention: 'films_waiting', sort: 'waiting' }),
        },
        { name: t('waiting.oldestFilm'), value: waiting.films > 0 ? waitOf(waiting.oldestFilm) : nothing },
        { name: t('waiting.tasks'), value: number(waiting.tasks), to: paths.adminTab('workers') },
        { name: t('waiting.oldestTask'), value: waiting.tasks > 0 ? waitOf(waiting.oldestTask) : nothing },
      ]}
    />
  );
}

export function StoredFigures({ now: { stored } }: Pick<Overview, 'now'>) {
  const { t } = useTranslation('admin-overview');
  if (stored === null) {
    return (
      <FigureList
        title={t('stored.title')}
        figures={[{ name: t('stored.all'), value: nothing, note: t('stored.notYet') }]}
      />
    );
  }
  const { photos, films, countedAt } = stored;
  const note = t('stored.note', { time: dateTime(countedAt) });
  return (
    <FigureList
      title={t('stored.title')}
      figures={[
        { name: t('stored.all'), value: gigabytes(photos.bytes + films.bytes), note },
        {
          name: t('stored.photos'),
          value: gigabytes(photos.bytes),
          note: t('stored.photoCount', { count: photos.files }),
        },
        { name: t('stored.films'), value: gigabytes(films.bytes), note: t('stored.filmCount', { count: films.files }) },
      ]}
    />
  );
}

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** A duration in its largest unit: `3 days`, `5 minutes`, `20 seconds`. */
function waitOf(seconds: number): string {
  const { unit, seconds: size } = units.find(({ seconds: one }) => seconds >= one) ?? { unit: 'second', seconds: 1 };
  return number(Math.floor(seconds / size), { style: 'unit', unit, unitDisplay: 'long' });
}

function gigabytes(bytes: number): string {
  const [unit, size] = bytes < 1e9 ? (['megabyte', 1e6] as const) : (['gigabyte', 1e9] as const);
  return number(bytes / size, { style: 'unit', unit, maximumFractionDigits: 1 });
}
