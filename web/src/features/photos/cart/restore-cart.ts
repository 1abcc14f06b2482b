import { fetchOpenBucket } from '../photos.api.ts';
import { repeatCancellations } from '../uploads/cancel-upload.ts';
import { forgetBucket, useCart } from './cart.ts';
import { mergeBucket } from './merge-bucket.ts';

/**
 * Brings the cart in line with the set on the server. Answers false where that set can no longer be changed: it is gone or paid,
 * and has left the cart. Throws ApiError.
 */
export async function restoreCart(signal?: AbortSignal): Promise<boolean> {
  await repeatCancellations();
  const { bucketId } = useCart.getState();
  if (!bucketId) return true;
  const bucket = await fetchOpenBucket(bucketId, signal);
  if (useCart.getState().bucketId !== bucketId) return true;
  if (bucket) {
    useCart.setState(({ photos, removed, cancelled }) => {
      const Contents = bucket.Contents.filter(({ id }) => !removed.includes(id));
      // What is shown, and would be paid for, must not be deleted later.
      const shown = new Set(Contents.map(({ uploadId }) => uploadId));
      return { photos: mergeBucket(photos, { Contents }), cancelled: cancelled.filter((id) => !shown.has(id)) };
    });
  } else forgetBucket();
  return bucket !== null;
}
