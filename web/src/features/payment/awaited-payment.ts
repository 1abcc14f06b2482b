import { id } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';

const awaitedPayment = z.object({ awaitedBucketId: id });

/** Navigation state that tells the dashboard of which set the payment is still to arrive. */
export function awaitPaymentOf(awaitedBucketId: string): z.output<typeof awaitedPayment> {
  return { awaitedBucketId };
}

/** The set that the page was reached with; null where none is awaited. */
export function awaitedBucketIn(state: unknown): string | null {
  return awaitedPayment.safeParse(state).data?.awaitedBucketId ?? null;
}
