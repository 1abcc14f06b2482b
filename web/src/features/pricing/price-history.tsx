import { listPriceLists, type PriceListEntry, type Pricing } from '@keepsake/contract/orders/pricing';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import { dateTime } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import styles from './price-history.module.css';
import { comparePrices } from './pricing-words.ts';

/** All prices that were ever in force; fetched page by page. */
export const priceHistoryQuery = infiniteQueryOptions({
  queryKey: ['admin', 'price-history'],
  queryFn: ({ pageParam: page, signal }) => call(listPriceLists, { query: { page }, signal }),
  initialPageParam: 1,
  getNextPageParam: ({ total }, pages) =>
    pages.flatMap(({ data }) => data).length < total ? pages.length + 1 : undefined,
  staleTime: 0,
});

interface PriceHistoryProps {
  /** Whether none can be restored now. */
  disabled: boolean;
  /** Copies earlier prices to the form. */
  onRestore: (entry: PriceListEntry) => void;
}

/** Who set which prices when. */
export function PriceHistory(props: PriceHistoryProps) {
  const { t } = useTranslation('admin-pricing');
  const query = useInfiniteQuery(priceHistoryQuery);
  return (
    <section className={styles.history} aria-labelledby="price-history">
      <h3 id="price-history" className={styles.title}>
        {t('history.title')}
      </h3>
      <QueryView query={query} failureText={(error) => t('history.failed', { reason: errorText(error) })}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          return (
            <DataTable
              caption={t('history.title')}
              columns={columnsOf(t, rows[0]?.revision, props)}
              rows={rows}
              rowKey={({ revision }) => String(revision)}
              empty=""
            />
          );
        }}
      </QueryView>
      {query.hasNextPage && (
        <div>
          <Button variant="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('history.older')}
          </Button>
        </div>
      )}
    </section>
  );
}

function columnsOf(
  t: Translate<'admin-pricing'>,
  inForce: number | undefined,
  { disabled, onRestore }: PriceHistoryProps,
): Column<PriceListEntry>[] {
  return [
    { key: 'at', title: t('history.at'), cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
    {
      key: 'by',
      title: t('history.by'),
      long: true,
      cell: ({ by, before }) =>
        by ? (
          <span className={styles.person}>
            <span>{by.name}</span>
            <span className={styles.quiet}>
              <EmailAddress email={by.email} />
            </span>
          </span>
        ) : (
          t(before ? 'history.deleted' : 'history.product')
        ),
    },
    {
      key: 'what',
      title: t('history.what'),
      long: true,
      cell: ({ prices, before }) => <Changes prices={prices} before={before} />,
    },
    {
      key: 'restore',
      title: t('history.action'),
      cell: (entry) =>
        entry.revision === inForce ? (
          <Chip tone="ok">{t('history.inForce')}</Chip>
        ) : (
          <Button
            variant="secondary"
            aria-label={t('history.restoreOf', { date: dateTime(entry.at) })}
            disabled={disabled}
            onClick={() => onRestore(entry)}
          >
            {t('history.restore')}
          </Button>
        ),
    },
  ];
}

/** The differences from the previous prices; for the first prices, everything. */
function Changes({ prices, before }: { prices: Pricing; before: Pricing | null }) {
  const { t } = useTranslation('admin-pricing');
  const parts = comparePrices(t, before ?? prices, prices).filter(({ theirs, mine }) =>
    before ? theirs !== mine : mine !== '',
  );
  if (parts.length === 0) return t('history.same');
  return (
    <dl className={styles.changes}>
      {parts.map(({ label, theirs, mine }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{before ? t('history.fromTo', { from: theirs || '–', to: mine || '–' }) : mine}</dd>
        </div>
      ))}
    </dl>
  );
}
