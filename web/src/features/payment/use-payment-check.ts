import { useEffect, useState } from 'react';
import { fetchBucket } from '../content/content.api.ts';
import { paymentOutcome, type PaymentOutcome } from './payment-outcome.ts';

const checkAfterMs = 2_000;

/** Asks the server, a moment after coming back from the payment page, whether the set is paid. Only reads. */
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
