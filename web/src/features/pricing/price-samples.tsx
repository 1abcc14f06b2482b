import type { Reply } from '@keepsake/contract/endpoint';
import { type Pricing, previewPricing, type SamplePrice } from '@keepsake/contract/orders/pricing';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import { money, percent } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import { useDebounced } from './price-parts.tsx';
import styles from './price-samples.module.css';
import { changeInPercent } from './pricing-words.ts';

const debounceMs = 300;

/** The price of three sample orders now, and with the prices of the form. */
export function PriceSamples({ prices }: { prices: Pricing | null }) {
  const { t } = useTranslation('admin-pricing');
  const typed = prices === null ? null : JSON.stringify(prices);
  const settled = useDebounced(typed, debounceMs);
  const { data, error, isFetching } = useQuery(samplesQuery(settled));
  const isStale = isFetching || typed !== settled;
  return (
    <section className={styles.samples} aria-label={t('samples.title')} aria-busy={isStale}>
      <h3 className={styles.title}>{t('samples.title')}</h3>
      <p className={styles.hint}>{t('samples.hint')}</p>
      {typed === null && <p className={styles.hint}>{t('samples.invalid')}</p>}
      {error !== null && !isFetching && <p role="alert">{t('samples.failed', { reason: errorText(error) })}</p>}
      {data && typed !== null && (
        <DataTable
          caption={t('samples.title')}
          columns={columnsOf(t)}
          rows={data.samples}
          rowKey={({ photos, effects, versions }) => `${photos} ${effects} ${versions}`}
          empty=""
          dense
        />
      )}
    </section>
  );
}

type Sample = Reply<typeof previewPricing>['samples'][number];

/** Of prices as JSON; null while the input is not a valid price list. */
function samplesQuery(prices: string | null) {
  return queryOptions({
    queryKey: ['admin', 'price-samples', prices],
    queryFn: ({ signal }) => call(previewPricing, { body: JSON.parse(prices ?? '{}') as Pricing, signal }),
    enabled: prices !== null,
    placeholderData: keepPreviousData,
    // The prices in force may have changed.
    staleTime: 0,
    gcTime: 0,
  });
}

function columnsOf(t: Translate<'admin-pricing'>): Column<Sample>[] {
  const priceCell = (price: SamplePrice) => (
    <span className={styles.price}>
      <span>{money(price.total, price.currency)}</span>
      <span className={styles.hint}>{discountsInWords(t, price)}</span>
    </span>
  );
  return [
    {
      key: 'order',
      title: t('samples.order'),
      cell: ({ photos, effects, versions }) =>
        [
          t('samples.photos', { count: photos }),
          t('samples.effects', { count: effects }),
          t('samples.versions', { count: versions }),
        ].join(' × '),
    },
    { key: 'before', title: t('samples.before'), numeric: true, cell: ({ before }) => priceCell(before) },
    { key: 'after', title: t('samples.after'), numeric: true, cell: ({ after }) => priceCell(after) },
    { key: 'change', title: t('samples.change'), numeric: true, cell: (sample) => differenceInWords(t, sample) },
  ];
}

function discountsInWords(t: Translate<'admin-pricing'>, { appliedDiscounts }: SamplePrice): string {
  const { volumeDiscount, variantDiscount, packageDiscount } = appliedDiscounts;
  const applied = [volumeDiscount, variantDiscount, packageDiscount].filter((value) => value > 0);
  if (applied.length === 0) return t('samples.noDiscount');
  return t('samples.discounts', {
    list: applied.map((value) => percent(value, { minimumFractionDigits: 0 })).join(', '),
  });
}

function differenceInWords(t: Translate<'admin-pricing'>, { before, after }: Sample): string {
  if (before.currency !== after.currency) return t('samples.otherCurrency');
  if (before.total === after.total) return t('samples.same');
  const difference = after.total - before.total;
  const amount = `${difference > 0 ? '+' : '−'}${money(Math.abs(difference), after.currency)}`;
  const share = changeInPercent(before.total, after.total);
  return share === '' ? amount : `${amount} (${share})`;
}
