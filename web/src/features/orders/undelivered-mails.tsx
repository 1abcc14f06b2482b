import { listUndeliveredMails, type UndeliveredMail } from '@keepsake/contract/admin/order-page';
import { limits } from '@keepsake/contract/limits';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { call } from '../../shared/api.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import type { Column } from '../../ui/layout/data-table.tsx';
import { Link } from '../../ui/navigation.tsx';
import { MailTable } from './mail-table.tsx';
import styles from './order-page.module.css';

function undeliveredQuery(page: number) {
  return queryOptions({
    queryKey: ['admin', 'undelivered-mails', page],
    queryFn: ({ signal }) => call(listUndeliveredMails, { query: { page, limit: limits.adminPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/** Mails that need an administrator, newest first; renders nothing if there are none. */
export function UndeliveredMails() {
  const { t } = useTranslation('admin-order');
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(undeliveredQuery(page));
  if (data === undefined && error !== null)
    return (
      <Notice tone="bad">
        <p>{errorText(error)}</p>
      </Notice>
    );
  if (data === undefined || data.total === 0) return null;
  const pages = Math.ceil(data.total / limits.adminPageSize);
  return (
    <section className={styles.undelivered} aria-labelledby="undelivered-mails">
      <h3 id="undelivered-mails">{t('mails.undelivered', { total: data.total })}</h3>
      <MailTable title={t('mails.undelivered', { total: data.total })} mails={data.data} first={readerColumns(t)} />
      <p className={styles.small}>{t('mails.undeliveredIntro')}</p>
      {(pages > 1 || page > 1) && (
        <div className={styles.actions}>
          <Button variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('history.newer')}
          </Button>
          <Button variant="secondary" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('history.older')}
          </Button>
        </div>
      )}
    </section>
  );
}

function readerColumns(t: Translate<'admin-order'>): Column<UndeliveredMail>[] {
  return [
    {
      key: 'reader',
      title: t('mails.reader'),
      long: true,
      cell: ({ customer, order }) => (
        <>
          {customer === null ? (
            <p>{t('mails.nobody')}</p>
          ) : (
            <>
              <Link to={paths.adminTab('users', 1, { user: customer.id })}>{customer.name}</Link>
              <p className={styles.small}>
                <EmailAddress email={customer.email} />
              </p>
            </>
          )}
          {order !== null && (
            <p className={styles.small}>
              <Link to={paths.adminTab('orders', 1, { order })}>{t('mails.itsOrder')}</Link>
            </p>
          )}
        </>
      ),
    },
  ];
}
