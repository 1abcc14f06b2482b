import { limits } from '@keepsake/contract/limits';
import type { Reply } from '@keepsake/contract/endpoint';
import type { listFilmReports } from '@keepsake/contract/videos';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateTime, number, translated } from '../../shared/format.ts';
import type { Translate } from '../../shared/text-keys.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { filmReportsQuery } from './videos.api.ts';

type FilmReport = Reply<typeof listFilmReports>['data'][number];

/** What the films of the built-in renderer truly show, newest first. */
export function FilmReports() {
  const { t } = useTranslation('admin');
  const [page, setPage] = useState(1);
  const query = useQuery(filmReportsQuery(page));
  return (
    <QueryView query={query}>
      {(data) => (
        <>
          <DataTable
            caption={t('reports.title')}
            columns={columnsOf(t)}
            rows={data.data}
            rowKey={(row) => row.id}
            empty={t('reports.none')}
          />
          {data.total > limits.adminPageSize && (
            <p>
              <Button variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('reports.newer')}
              </Button>{' '}
              <Button
                variant="secondary"
                disabled={page * limits.adminPageSize >= data.total}
                onClick={() => setPage(page + 1)}
              >
                {t('reports.older')}
              </Button>
            </p>
          )}
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
    { key: 'content', title: t('errors.content'), cell: (row) => row.contentId },
  ];
}
