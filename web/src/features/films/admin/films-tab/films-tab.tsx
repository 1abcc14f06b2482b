import { useTranslation } from '../../../../shared/texts/use-translation.ts';
import { FailedFilms } from './failed-films.tsx';
import { FilmReports } from './film-reports.tsx';
import { OwedFilms } from './owed-films.tsx';

/** Films that could not be made, what is owed for them, and what those that were made truly show. */
export function Component() {
  const { t } = useTranslation('admin-videos');
  return (
    <>
      <h3>{t('failed.title')}</h3>
      <FailedFilms />
      <h3>{t('owed.title')}</h3>
      <OwedFilms />
      <h3>{t('admin:reports.title')}</h3>
      <FilmReports />
    </>
  );
}
