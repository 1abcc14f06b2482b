import type { CalculatedPrice } from '@keepsake/contract/pricing';
import { RotateCw } from 'lucide-react';
import { ApiError } from '../../shared/api.ts';
import { money, number } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './price-parts.module.css';
import { useDebounced } from './use-debounced.ts';

interface PriceProps {
  price: CalculatedPrice;
  /** A newer price is being asked for. */
  isStale: boolean;
}

/** What the price is made of; the lines add up to the total. */
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

const calmMs = 1_000;

/** The total; with discounts also the sum before them and what is saved. Said aloud once it has been calm for a second. */
export function PriceTotal({ price: { total, subtotal, currency }, isStale }: PriceProps) {
  const { t } = useTranslation('wizard');
  const shown = money(total, currency);
  const spoken = useDebounced(isStale ? '' : t('price.spoken', { total: shown }), calmMs);
  const isReduced = total < subtotal;
  return (
    <div className={styles.total} data-stale={isStale || undefined}>
      <p className={styles.sum}>
        <span className={styles.label}>{t('price.total')}</span>
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

/** Whether the server was not reached, said no, or said what nobody understands. */
function failureOf(error: Error): 'failed' | 'refused' | 'invalid' {
  if (!(error instanceof ApiError) || error.status === 0) return 'failed';
  return error.code === 'unexpected_reply' ? 'invalid' : 'refused';
}
