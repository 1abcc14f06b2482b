import type { Bucket } from '@keepsake/contract/photos/content';

/**
 * `delayed`: only some photos are marked as paid. `notArrived`: no payment is known. `underWay`: a delayed payment is pending. `refused`: it failed.
 * `failed`: the bucket could not be fetched. `missing`: the URL names no bucket.
 */
export type PaymentOutcome = 'completed' | 'delayed' | 'notArrived' | 'underWay' | 'refused' | 'failed' | 'missing';

/** Completed once every photo is paid or further. */
export function paymentOutcome({
  payment,
  Contents,
}: {
  payment: Bucket['payment'];
  Contents: readonly Pick<Bucket['Contents'][number], 'status'>[];
}): PaymentOutcome {
  const isPaid = Contents.length > 0 && Contents.every(({ status }) => status !== 'not_paid');
  if (isPaid) return 'completed';
  if (payment !== null) return outcomes[payment];
  return Contents.some(({ status }) => status !== 'not_paid') ? 'delayed' : 'notArrived';
}

const outcomes = { under_way: 'underWay', failed: 'refused' } as const;
