import type { Bucket } from '@keepsake/contract/content';

/**
 * `delayed`: paid for, but not all of it has arrived here. `notArrived`: nothing is known of a payment. `underWay`: its money takes days. `refused`: its money did not come.
 * `failed`: it could not be asked. `missing`: no set was named.
 */
export type PaymentOutcome = 'completed' | 'delayed' | 'notArrived' | 'underWay' | 'refused' | 'failed' | 'missing';

/** A set is complete once each of its photos is paid, being worked on or further. */
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
