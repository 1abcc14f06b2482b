import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import type { listFilmReports, owedFilms } from '@keepsake/contract/films/videos';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../../paths.ts';
import { dateTime, number, translated } from '../../../../shared/texts/format.ts';
import type { Translate } from '../../../../shared/texts/text-keys.ts';
import { useTranslation } from '../../../../shared/texts/use-translation.ts';
import { LinkButton } from '../../../../ui/button.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { type Column, DataTable } from '../../../../ui/layout/data-table.tsx';
import { Pagination } from '../../../../ui/layout/pagination.tsx';
import { filmReportsQuery, owedQuery } from '../../films.api.ts';
import { FailedFilms } from './failed-films.tsx';
import { reasonOf } from './failure-reasons.tsx';
import { useListPages } from './use-list-pages.ts';

/** Tab with failed films, owed films and reports of what finished films show. */
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

type OwedFilm = Reply<typeof owedFilms>['data'][number];

/** Paid films that could not be made, longest owed first, each with a link to compensate the customer. */
function OwedFilms() {
  const { t } = useTranslation('admin-videos');
  const { owed: page, to } = useListPages();
  const query = useQuery(owedQuery(page));
  return (
    <QueryView query={query}>
      {({ data, total }) => (
        <>
          <p>{total === 0 ? t('owed.intro') : t('owed.count', { count: total })}</p>
          <DataTable
            caption={t('owed.title')}
            columns={owedColumns(t)}
            rows={data}
            rowKey={({ id }) => id}
            empty={t(total === 0 ? 'owed.none' : 'admin:emptyPage')}
          />
          <Pagination
            page={page}
            pages={Math.ceil(total / limits.adminPageSize)}
            to={(owed) => to({ owed })}
            isPart
            label={t('owed.pages')}
          />
        </>
      )}
    </QueryView>
  );
}

function owedColumns(t: Translate<'admin-videos'>): Column<OwedFilm>[] {
  return [
    { key: 'since', title: t('owed.since'), cell: ({ owedAt }) => <time dateTime={owedAt}>{dateTime(owedAt)}</time> },
    { key: 'reason', title: t('failed.reason'), cell: ({ failureCode }) => reasonOf(t, failureCode) },
    {
      key: 'set',
      title: t('owed.set'),
      cell: ({ bucketId, contentId }) => (
        <>
          <span>{bucketId}</span>
          {contentId === null && <p>{t('owed.deleted')}</p>}
        </>
      ),
    },
    {
      key: 'credit',
      title: t('failed.action'),
      cell: ({ bucketId }) => (
        <LinkButton variant="secondary" to={paths.adminTab('orders', 1, { order: bucketId })}>
          {t('owed.credit')}
        </LinkButton>
      ),
    },
  ];
}

type FilmReport = Reply<typeof listFilmReports>['data'][number];

/** Reports of what the films of the embedded renderer show, newest first. */
function FilmReports() {
  const { t } = useTranslation('admin');
  const { reports: page, to } = useListPages();
  const query = useQuery(filmReportsQuery(page));
  return (
    <QueryView query={query}>
      {({ data, total }) => (
        <>
          <DataTable
            caption={t('reports.title')}
            columns={reportColumns(t)}
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

function reportColumns(t: Translate<'admin'>): Column<FilmReport>[] {
  return [
    { key: 'time', title: t('reports.time'), cell: (row) => <time dateTime={row.doneAt}>{dateTime(row.doneAt)}</time> },
    { key: 'effect', title: t('reports.effect'), long: true, cell: (row) => translated(row.action) },
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
