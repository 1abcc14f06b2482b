import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import type { listFilmReports } from '@keepsake/contract/videos';
import { useQuery } from '@tanstack/react-query';
import { dateTime, number, translated } from '../../../../shared/texts/format.ts';
import type { Translate } from '../../../../shared/texts/text-keys.ts';
import { useTranslation } from '../../../../shared/texts/use-translation.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { type Column, DataTable } from '../../../../ui/layout/data-table.tsx';
import { Pagination } from '../../../../ui/layout/pagination.tsx';
import { filmReportsQuery } from '../../films.api.ts';
import { useListPages } from './use-list-pages.ts';

type FilmReport = Reply<typeof listFilmReports>['data'][number];

/** What the films of the built-in renderer truly show, newest first. */
export function FilmReports() {
  const { t } = useTranslation('admin');
  const { reports: page, to } = useListPages();
  const query = useQuery(filmReportsQuery(page));
  return (
    <QueryView query={query}>
      {({ data, total }) => (
        <>
          <DataTable
            caption={t('reports.title')}
            columns={columnsOf(t)}
            rows={data}
            rowKey={(row) => row.id}
            empty={t(total === 0 ? 'reports.none' : 'emptyPage')}
          />
          <Pagination
            page={page}
            pages={Math.ceil(total / limits.adminPageSize)}
            to={(reports) => to({ reports })}
            isPart
            label={t('reports.pages')}
          />
        </>
      )}
    </QueryView>
  );
}

function columnsOf(t: Translate<'admin'>): Column<FilmReport>[] {
  return [
    { key: 'time', title: t('reports.time'), cell: (row) => <time dateTime={row.doneAt}>{dateTime(row.doneAt)}</time> },
    { key: 'effect', title: t('reports.effect'), cell: (row) => translated(row.action) },
    {
      key: 'shows',
      title: t('reports.shows'),
      cell: (row) => t(row.lack === null ? 'reports.applied' : `reports.lack.${row.lack}`),
    },
    { key: 'faces', title: t('reports.faces'), cell: (row) => number(row.faces) },
    {
      key: 'took',
      title: t('reports.took'),
      cell: (row) => t('reports.seconds', { seconds: number(row.renderMs / 1000, { maximumFractionDigits: 1 }) }),
    },
    { key: 'photo', title: t('errors.content'), cell: (row) => row.contentId },
  ];
}
