import type { Currency } from '@keepsake/contract/primitives';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import styles from './order-summary.module.css';

interface OrderSummaryProps {
  photos: ReactNode;
  price: ReactNode;
  /** The currency of the price; absent while it is not known. */
  currency: Currency | undefined;
  /** Nothing is to be paid. */
  isFree: boolean;
  /** Where they were not given a step before. */
  consents: ReactNode;
  busy: boolean;
}

/** What is bought, what it costs and what is final about it, beside the button that goes to the payment. */
export function OrderSummary({ photos, price, currency, isFree, consents, busy }: OrderSummaryProps) {
  const { t } = useTranslation('invoice');
  return (
    <aside className={styles.summary} aria-labelledby="order-heading">
      <h2 id="order-heading" className={styles.heading}>
        {t('summary')}
      </h2>
      {photos}
      {price}
      {currency && !isFree && <p className={styles.quiet}>{t('currencyText', { currency })}</p>}
      {consents}
      {!isFree && <p className={styles.final}>{t('noRefund')}</p>}
      <Button
        type="submit"
        size="large"
        wide
        busy={busy}
        icon={isFree ? undefined : <Lock size={18} aria-hidden="true" />}
      >
        {busy && !isFree ? t('goingOn') : t(isFree ? 'orderFree' : 'pay')}
      </Button>
      {!isFree && <p className={styles.quiet}>{t('paySafely')}</p>}
    </aside>
  );
}
