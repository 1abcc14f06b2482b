import { type Bucket, copyContent } from '@keepsake/contract/photos/content';
import { ApiError, call } from '../../../shared/api.ts';
import type { Photo } from '../photos.api.ts';
import { bucketKey, forgetBucket, rememberCart, useCart } from './cart.ts';
import { mergeBucket } from './restore-cart.ts';

let newBucketKey: string | undefined;

/**
 * Puts a photo of another bucket into the cart without uploading it again: into this browser's draft, or into a new bucket if there is no draft, or
 * it was paid or deleted meanwhile.
 * @returns whether it is in the cart: it is not if that is another one by now
 */
export async function orderAgain({ id }: Pick<Photo, 'id'>): Promise<boolean> {
  const copyInto = async (body: { bucketId?: string; setKey?: string }) =>
    (await call(copyContent, { params: { id }, body })).bucket;
  const { bucketId, photos: asked } = useCart.getState();
  const isSameCart = rememberCart();
  const show = (bucket: Bucket) =>
    useCart.setState(({ photos }) => ({ bucketId: bucket.id, photos: mergeBucket(photos, bucket, asked) }));
  try {
    const bucket = await copyInto(bucketId === null ? { setKey: bucketKey() } : { bucketId });
    if (isSameCart()) show(bucket);
  } catch (error) {
    if (!isGone(error)) throw error;
    // Idempotency key, kept until a reply arrives: a retry after a lost reply finds the same bucket.
    newBucketKey ??= crypto.randomUUID();
    const bucket = await copyInto({ setKey: newBucketKey });
    newBucketKey = undefined;
    if (!isSameCart()) return false;
    forgetBucket(bucketId);
    show(bucket);
  }
  return isSameCart();
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && ['not_found', 'bucket_not_editable'].includes(error.code);
}
