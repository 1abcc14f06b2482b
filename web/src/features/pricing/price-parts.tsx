import type { CalculatedPrice } from '@keepsake/contract/orders/pricing';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError } from '../../shared/api.ts';
import { money, number } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/forms/fields/field.tsx';
import { VisuallyHidden } from '../../ui/text.tsx';
import styles from './price-parts.module.css';
import { bucketPriceQuery } from './pricing.api.ts';

interface PriceProps {
  price: CalculatedPrice;
  /** A newer price is being fetched. */
  isStale: boolean;
}

/** The price lines, which add up to the total. */
export function PriceLines({ price: { lines, currency }, isStale }: PriceProps) {
  const { t } = useTranslation('wizard');
  return (
    <dl className={styles.lines} data-stale={isStale || undefined}>
      {lines.map(({ kind, quantity, unitPrice, percent, amount }) => (
        <div key={kind} className={styles.line} data-discount={amount < 0 || undefined}>
          <dt>
            {kind === 'base' || kind === 'variants'
              ? t(`price.line.${kind}`, { count: quantity, price: money(unitPrice ?? 0, currency) })
              : t(`price.line.${kind}`, { percent: number((percent ?? 0) / 100, { style: 'percent' }) })}
          </dt>
          <dd>{money(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

const debounceMs = 1_000;

/** The total, with subtotal and saving if there are discounts. Announced one second after the last change. */
export function PriceTotal({ price: { total, subtotal, currency, includesVat }, isStale }: PriceProps) {
  const { t } = useTranslation('wizard');
  const shown = money(total, currency);
  const spoken = useDebounced(isStale ? '' : t('price.spoken', { total: shown }), debounceMs);
  const isReduced = total < subtotal;
  return (
    <div className={styles.total} data-stale={isStale || undefined}>
      <p className={styles.sum}>
        <span className={styles.label}>
          <span>{t('price.total')}</span>
          {includesVat && <span className={styles.vat}>{` ${t('price.inclVat')}`}</span>}
        </span>
        {isReduced && (
          <s className={styles.before}>
            <VisuallyHidden>{`${t('price.before')} `}</VisuallyHidden>
            <span>{money(subtotal, currency)}</span>
          </s>
        )}
        <strong className={styles.amount}>{shown}</strong>
      </p>
      {isReduced && <p className={styles.saving}>{t('price.saving', { amount: money(subtotal - total, currency) })}</p>}
      <VisuallyHidden>
        <output aria-live="polite">{spoken}</output>
      </VisuallyHidden>
    </div>
  );
}

export function PriceFailure({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  const { t } = useTranslation('wizard');
  return (
    <div role="alert" className={styles.failure}>
      <FieldError id="price" error={t(`price.${failureOf(error)}`)} />
      <Button variant="secondary" busy={busy} icon={<RotateCw size={18} aria-hidden="true" />} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </div>
  );
}

/** Distinguishes an unreachable server, a refusal and an invalid reply. */
function failureOf(error: Error): 'failed' | 'refused' | 'invalid' {
  if (!(error instanceof ApiError) || error.status === 0) return 'failed';
  return error.code === 'unexpected_reply' ? 'invalid' : 'refused';
}

/** The value after it has not changed for `ms`. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** The price of a saved bucket, line by line. */
export function BucketPrice({ bucketId }: { bucketId: string }) {
  const { t } = useTranslation('wizard');
  const { data, error, isError, isFetching, refetch } = useQuery(bucketPriceQuery(bucketId));
  if (isError) return <PriceFailure error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <p>{t('price.calculating')}</p>;
  return (
    <div className={styles.price}>
      <PriceLines price={data} isStale={isFetching} />
      <div className={styles.bucketPriceTotal}>
        <PriceTotal price={data} isStale={isFetching} />
      </div>
    </div>
  );
}
