import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import type { owedFilms } from '@keepsake/contract/videos';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { dateTime } from '../../shared/format.ts';
import type { Translate } from '../../shared/text-keys.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import styles from './failed-videos.module.css';
import { reasonOf } from './failure-reasons.tsx';
import { owedQuery } from './videos.api.ts';

type OwedFilm = Reply<typeof owedFilms>['owed'][number];

/** Films that were paid and could not be made, the longest owed first, each with the way to make it good. */
export function OwedFilms() {
  const { t } = useTranslation('admin-videos');
  const [page, setPage] = useState(1);
  const query = useQuery(owedQuery);
  const size = limits.adminPageSize;
  return (
    <QueryView query={query}>
      {({ owed, total }) => (
        <>
          <p>{total === 0 ? t('owed.intro') : t('owed.count', { count: total })}</p>
          <DataTable
            caption={t('owed.title')}
            columns={columnsOf(t)}
            rows={owed.slice((page - 1) * size, page * size)}
            rowKey={({ id }) => id}
            empty={t('owed.none')}
          />
          {owed.length > size && (
            <p className={styles.actions}>
              <Button variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('owed.longer')}
              </Button>
              <Button variant="secondary" disabled={page * size >= owed.length} onClick={() => setPage(page + 1)}>
                {t('owed.shorter')}
              </Button>
            </p>
          )}
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
          {bucketId}
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
