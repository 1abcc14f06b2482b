import { id } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';

const awaitedPayment = z.object({ awaitedBucketId: id });

/** Navigation state with the bucket whose payment has not arrived yet. */
export function awaitPaymentOf(awaitedBucketId: string): z.output<typeof awaitedPayment> {
  return { awaitedBucketId };
}

/** The bucket from the navigation state, or null. */
export function awaitedBucketIn(state: unknown): string | null {
  return awaitedPayment.safeParse(state).data?.awaitedBucketId ?? null;
}
