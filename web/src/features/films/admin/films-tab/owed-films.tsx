import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import type { owedFilms } from '@keepsake/contract/videos';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../../paths.ts';
import { dateTime } from '../../../../shared/texts/format.ts';
import type { Translate } from '../../../../shared/texts/text-keys.ts';
import { useTranslation } from '../../../../shared/texts/use-translation.ts';
import { LinkButton } from '../../../../ui/button.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { type Column, DataTable } from '../../../../ui/layout/data-table.tsx';
import { Pagination } from '../../../../ui/layout/pagination.tsx';
import { owedQuery } from '../../films.api.ts';
import { reasonOf } from './failure-reasons.tsx';
import { useListPages } from './use-list-pages.ts';

type OwedFilm = Reply<typeof owedFilms>['data'][number];

/** Films that were paid and could not be made, the longest owed first, each with the way to make it good. */
export function OwedFilms() {
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
            columns={columnsOf(t)}
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

function columnsOf(t: Translate<'admin-videos'>): Column<OwedFilm>[] {
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
        <LinkButton variant="secondary" to={paths.adminTab('ledger', 1, { order: bucketId })}>
          {t('owed.credit')}
        </LinkButton>
      ),
    },
  ];
}
