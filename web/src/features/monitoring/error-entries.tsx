import type { ErrorLog } from '@keepsake/contract/admin/monitoring';
import { limits } from '@keepsake/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { usePageNumber } from '../../shared/search-params.ts';
import { preciseTime } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { LinkButton } from '../../ui/button.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import { Pagination } from '../../ui/layout/pagination.tsx';
import styles from './errors-tab.module.css';
import { errorsOfGroupQuery } from './monitoring.api.ts';

/** The entries of one group, newest first, each with its order. */
export function ErrorEntries({ group }: { group: string }) {
  const { t } = useTranslation('admin-errors');
  const page = usePageNumber();
  const query = useQuery(errorsOfGroupQuery(page, group));
  return (
    <>
      <LinkButton variant="quiet" to={paths.adminTab('errors')}>
        {t('back')}
      </LinkButton>
      <QueryView query={query}>
        {({ data, total, more }) => (
          <>
            <DataTable
              caption={t('ofGroup')}
              columns={columnsOf(t)}
              rows={data}
              rowKey={({ id }) => id}
              empty={t(total > 0 ? 'admin:emptyPage' : 'gone')}
            />
            <Pagination
              page={page}
              pages={Math.ceil(total / limits.adminPageSize)}
              isLonger={more}
              to={(next) => paths.adminTab('errors', next, { group })}
              label={t('admin:errors.pages')}
            />
          </>
        )}
      </QueryView>
    </>
  );
}

function columnsOf(t: Translate<'admin-errors'>): Column<ErrorLog>[] {
  return [
    {
      key: 'time',
      title: t('admin:errors.time'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{preciseTime(createdAt)}</time>,
    },
    { key: 'module', title: t('admin:errors.module'), long: true, cell: ({ moduleName }) => moduleName },
    {
      key: 'message',
      title: t('admin:errors.message'),
      long: true,
      cell: ({ errorMessage }) => <p className={styles.words}>{errorMessage}</p>,
    },
    {
      key: 'photo',
      title: t('photo'),
      long: true,
      cell: ({ Content, bucketId }) =>
        Content === null ? '–' : <OrderLink bucketId={bucketId}>{Content.id}</OrderLink>,
    },
    {
      key: 'order',
      title: t('order'),
      long: true,
      cell: ({ bucketId }) => (bucketId === null ? '–' : <OrderLink bucketId={bucketId}>{bucketId}</OrderLink>),
    },
  ];
}

function OrderLink({ bucketId, children }: { bucketId: string | null; children: string }) {
  if (bucketId === null) return <span className={styles.id}>{children}</span>;
  return (
    <Link to={paths.adminTab('orders', 1, { order: bucketId })} className={styles.id}>
      {children}
    </Link>
  );
}
