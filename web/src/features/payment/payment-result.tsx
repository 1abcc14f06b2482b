import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TimedRedirect } from '../../ui/timed-redirect.tsx';
import { awaitPaymentOf } from './awaited-payment.ts';
import type { PaymentOutcome } from './payment-outcome.ts';
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

/** How the payment went, as far as the server knows; then on to the dashboard, which goes on waiting for what has not arrived. */
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
