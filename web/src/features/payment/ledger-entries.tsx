import type { LedgerEntry } from '@keepsake/contract/orders/ledger';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { dateTime, translated } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import { sumText } from './ledger.api.ts';
import styles from './ledger.module.css';

/** Entries from the payment provider and from administrators. */
export function LedgerEntries({
  entries,
  empty,
  ofOrder = false,
}: {
  entries: LedgerEntry[];
  empty: string;
  ofOrder?: boolean;
}) {
  const { t } = useTranslation('admin-ledger');
  return (
    <DataTable
      caption={t('entries.title')}
      columns={columnsOf(t, ofOrder)}
      rows={entries}
      rowKey={({ id }) => id}
      empty={empty}
    />
  );
}

function columnsOf(t: Translate<'admin-ledger'>, ofOrder: boolean): Column<LedgerEntry>[] {
  return [
    { key: 'at', title: t('entries.at'), cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
    { key: 'kind', title: t('entries.kind'), long: true, cell: (entry) => entryText(t, entry) },
    {
      key: 'amount',
      title: t('entries.amount'),
      numeric: true,
      cell: ({ kind, amount, currency }) => (kind === 'films_granted' ? '–' : sumText(amount, currency)),
    },
    ...(ofOrder ? [] : [orderColumn<LedgerEntry>(t)]),
    {
      key: 'reference',
      title: t('entries.reference'),
      long: true,
      cell: ({ reference }) => <span className={styles.reference}>{reference ?? '–'}</span>,
    },
  ];
}

function entryText(t: Translate<'admin-ledger'>, { kind, films, effect, note, by, joined }: LedgerEntry) {
  return (
    <>
      <strong>{t(`kinds.${kind}`)}</strong>
      {effect !== null && <p>{t('entries.films', { count: films, effect: translated(effect) })}</p>}
      {note !== null && <p className={styles.note}>{note}</p>}
      {by !== null && <p className={styles.small}>{t('entries.by', { name: by })}</p>}
      {joined !== null && <p className={styles.small}>{t('entries.joined', { reference: joined })}</p>}
    </>
  );
}

/** The bucket of an entry, as a link to the order's page. */
export function orderColumn<Row extends { order: string | null }>(t: Translate<'admin-ledger'>): Column<Row> {
  return {
    key: 'order',
    title: t('entries.order'),
    long: true,
    cell: ({ order }) =>
      order === null ? (
        t('entries.noOrder')
      ) : (
        <Link to={paths.adminTab('orders', 1, { order })} className={styles.reference}>
          {order}
        </Link>
      ),
  };
}
