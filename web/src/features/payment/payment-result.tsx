import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Spinner } from '../../ui/button.tsx';
import { TimedRedirect } from '../../ui/feedback/timed-redirect.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { fetchBucket } from '../photos/photos.api.ts';
import { awaitPaymentOf } from './awaited-payment.ts';
import { type PaymentOutcome, paymentOutcome } from './payment-outcome.ts';
import styles from './payment-result.module.css';

const redirectAfterMs = 3_000;

const icons = {
  completed: CircleCheck,
  delayed: Clock,
  notArrived: Clock,
  underWay: Clock,
  refused: CircleAlert,
  failed: CircleAlert,
  missing: CircleAlert,
};

const checkAfterMs = 2_000;

/** The result of the payment as the server knows it. Continues to the dashboard, which polls for a payment that has not arrived. */
export function PaymentResult({
  outcome,
  bucketId,
}: {
  outcome: PaymentOutcome | 'processing';
  bucketId: string | null;
}) {
  const { t } = useTranslation('payment');
  const isAwaited = bucketId !== null && ['delayed', 'notArrived', 'failed'].includes(outcome);
  return (
    <div className={styles.result}>
      <Sign outcome={outcome} />
      <PageHeading title={t(`success.${outcome}`)} focusKey={outcome}>
        <output>{t(`success.${outcome}Text`)}</output>
      </PageHeading>
      {outcome !== 'processing' && (
        <TimedRedirect
          to={paths.dashboard}
          afterMs={redirectAfterMs}
          state={isAwaited ? awaitPaymentOf(bucketId) : undefined}
        >
          {t('success.redirect')}
        </TimedRedirect>
      )}
    </div>
  );
}

function Sign({ outcome }: { outcome: PaymentOutcome | 'processing' }) {
  if (outcome === 'processing') {
    return (
      <span className={styles.sign}>
        <Spinner />
      </span>
    );
  }
  const Icon = icons[outcome];
  return <Icon size={56} strokeWidth={1.5} className={styles.sign} data-outcome={outcome} aria-hidden="true" />;
}

/** Fetches the bucket a moment after the return from the payment page. Read-only. */
export function usePaymentCheck(bucketId: string | null): PaymentOutcome | 'processing' {
  const [settled, setSettled] = useState<{ bucketId: string; outcome: PaymentOutcome } | null>(null);
  useEffect(() => {
    if (!bucketId) return;
    const control = new AbortController();
    const timer = setTimeout(() => {
      fetchBucket(bucketId, control.signal).then(
        (bucket) => setSettled({ bucketId, outcome: paymentOutcome(bucket) }),
        () => control.signal.aborted || setSettled({ bucketId, outcome: 'failed' }),
      );
    }, checkAfterMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [bucketId]);
  if (!bucketId) return 'missing';
  return settled?.bucketId === bucketId ? settled.outcome : 'processing';
}
