import { fetchOpenBucket } from '../content.api.ts';
import { forgetBucket, useCart } from './cart.ts';
import { mergeBucket } from './merge-bucket.ts';

/**
 * Brings the cart in line with the set on the server. Answers false where that set can no longer be changed: it is gone or paid,
 * and has left the cart. Throws ApiError.
 */
export async function restoreCart(signal?: AbortSignal): Promise<boolean> {
  const { bucketId } = useCart.getState();
  if (!bucketId) return true;
  const bucket = await fetchOpenBucket(bucketId, signal);
  if (useCart.getState().bucketId !== bucketId) return true;
  if (bucket) {
    useCart.setState(({ photos, removed }) => {
      const Contents = bucket.Contents.filter(({ id }) => !removed.includes(id));
      return { photos: mergeBucket(photos, { Contents }) };
    });
  } else forgetBucket();
  return bucket !== null;
}
