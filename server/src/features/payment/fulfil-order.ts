import { agreedKindOf } from '@keepsake/contract/photos/photo-checks';
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/database/db.ts';
import { recordPayment, type Checkout } from '../checkouts/checkout.queries.ts';
import { createFilms } from '../films/create-films.ts';
import { orderInvoice } from '../invoice/save-invoice.ts';
import { recordError } from '../journal/error-log.queries.ts';
import type { AgreedFilm } from '../journal/mail-kinds.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { markBucketPaid, type BucketRow } from '../photos/buckets/bucket.queries.ts';
import { orderOfBucket } from '../photos/photo.queries.ts';
import { consentsOfBucket, recordSale } from './payment.queries.ts';

/** Everything that a payment causes, in the caller's transaction, which holds the locks of bucket and checkout. */
export async function fulfilOrder(
  tx: Tx,
  { config }: { config: Pick<Config, 'SELLER_TIME_ZONE'> },
  order: { bucket: BucketRow; checkout: Checkout; sessionId: string | null; paymentIntent: string | null },
): Promise<void> {
  const { bucket, checkout, sessionId, paymentIntent } = order;
  await recordPayment(tx, checkout.id, { sessionId, paymentIntent, unfulfilledReason: null });
  await markBucketPaid(tx, bucket.id);
  await recordSale(tx, checkout);
  const ordered = await orderInvoice(tx, config, {
    bucketId: bucket.id,
    amount: checkout.amount,
    currency: checkout.currency,
    lines: checkout.price.lines,
  });
  if (!ordered) {
    const errorMessage = `Set ${bucket.id} is paid, but there was no invoice data to issue its invoice with`;
    await recordError(tx, { moduleName: 'invoice', errorMessage });
  }
  const made = await createFilms(tx, bucket.id, checkout.price.order, checkout.price.prompts);
  if (made !== checkout.films) {
    throw new Error(`Set ${bucket.id}: ${checkout.films} films are paid, ${made} would be made`);
  }
  await confirmByMail(tx, bucket, checkout);
}

async function confirmByMail(tx: Tx, bucket: BucketRow, checkout: Checkout): Promise<void> {
  const consents = await consentsOfBucket(tx, bucket.id);
  const agreed = await agreedFilms(tx, checkout);
  await queueMail(tx, {
    kind: 'order-confirmed',
    userId: bucket.userId,
    bucketId: bucket.id,
    dedupeKey: `order-confirmed:${bucket.id}`,
    payload: {
      amount: checkout.amount,
      currency: checkout.currency,
      lines: checkout.price.lines,
      ...(agreed.length > 0 && { agreed }),
      consents: consents.map(({ givenAt, ...consent }) => ({ ...consent, givenAt: givenAt.toISOString() })),
    },
  });
}

/** What the customer agreed to get instead of effects, by the names that the customer has seen. */
async function agreedFilms(tx: Tx, { bucketId, price }: Checkout): Promise<AgreedFilm[]> {
  const names = new Map(
    (await orderOfBucket(tx, bucketId)).map(({ photoId, originalName }) => [photoId, originalName]),
  );
  const prompts = new Map(price.prompts?.map(({ id, action }) => [id, action]));
  return price.order.flatMap(({ photoId, actions }) =>
    actions.flatMap(({ promptId, agreedTo }) => {
      const [standIn, photo, action] = [agreedKindOf(agreedTo), names.get(photoId), prompts.get(promptId)];
      return standIn && photo !== undefined && action ? { photo, action, standIn } : [];
    }),
  );
}
