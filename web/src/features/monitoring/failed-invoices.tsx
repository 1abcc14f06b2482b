import { type FailedInvoice, listFailedInvoices, retryInvoice } from '@keepsake/contract/orders/invoice';
import { limits } from '@keepsake/contract/limits';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { call } from '../../shared/api.ts';
import { dateTime, money } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import { useFocusAfterRemoval } from '../../ui/layout/use-focus-after-removal.ts';
import { toast } from '../../ui/overlays/toast-store.ts';
import styles from './failed-invoices.module.css';

const failedQuery = queryOptions({
  queryKey: ['admin', 'failed-invoices'],
  queryFn: ({ signal }) => call(listFailedInvoices, { query: { page: 1, limit: limits.adminPageSize }, signal }),
  refetchInterval: 60_000,
});

/** Invoices that need an administrator, the oldest payment first. The list is limited; more appear when these are done. */
export function FailedInvoices() {
  const { t } = useTranslation('admin-errors');
  const queries = useQueryClient();
  const { data, error } = useQuery(failedQuery);
  const expectRemoval = useFocusAfterRemoval();
  const retry = useMutation({
    mutationFn: ({ id }: FailedInvoice) => call(retryInvoice, { params: { id } }),
    onSuccess: () => {
      expectRemoval();
      toast(t('invoices.retried'));
    },
    onError: (failure) => toast(errorText(failure), { tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: failedQuery.queryKey }),
  });
  if (data === undefined && error !== null)
    return (
      <Notice tone="bad">
        <p>{errorText(error)}</p>
      </Notice>
    );
  if (data === undefined || data.total === 0) return null;
  const retryingId = retry.isPending ? retry.variables.id : undefined;
  return (
    <section className={styles.invoices} aria-labelledby="failed-invoices">
      <h3 id="failed-invoices">{t('invoices.title', { total: data.total })}</h3>
      <DataTable
        caption={t('invoices.title', { total: data.total })}
        columns={columnsOf(t, retryingId, retry.mutate)}
        rows={data.data}
        rowKey={({ id }) => id}
        empty=""
      />
      <p>{t('invoices.intro')}</p>
    </section>
  );
}

function columnsOf(
  t: Translate<'admin-errors'>,
  retryingId: string | undefined,
  retry: (invoice: FailedInvoice) => void,
): Column<FailedInvoice>[] {
  return [
    { key: 'paid', title: t('invoices.paid'), cell: ({ paidAt }) => <time dateTime={paidAt}>{dateTime(paidAt)}</time> },
    {
      key: 'partner',
      title: t('invoices.partner'),
      long: true,
      cell: ({ partnerName }) => <span className={styles.words}>{partnerName}</span>,
    },
    {
      key: 'amount',
      title: t('invoices.amount'),
      numeric: true,
      cell: ({ amount, currency }) => money(amount, currency),
    },
    {
      key: 'reason',
      title: t('invoices.reason'),
      long: true,
      cell: ({ reason }) => <span className={styles.words}>{reason}</span>,
    },
    {
      key: 'set',
      title: t('invoices.set'),
      cell: ({ bucketId }) =>
        bucketId === null ? (
          t('invoices.setGone')
        ) : (
          <Link to={paths.adminTab('orders', 1, { order: bucketId })} className={styles.words}>
            {bucketId}
          </Link>
        ),
    },
    {
      key: 'action',
      title: t('invoices.action'),
      cell: (invoice) => (
        <Button
          variant="secondary"
          icon={<RotateCw size={18} aria-hidden="true" />}
          aria-label={t('invoices.retryNamed', { name: invoice.partnerName })}
          busy={retryingId === invoice.id}
          onClick={() => retry(invoice)}
        >
          {t('invoices.retry')}
        </Button>
      ),
    },
  ];
}
