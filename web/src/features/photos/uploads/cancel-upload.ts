import { cancelUpload as cancelUploadCall } from '@keepsake/contract/photos/content';
import { ApiError, call } from '../../../shared/api.ts';
import { useCart } from '../cart/cart.ts';

/**
 * Cancels the upload of a photo that was removed from the cart: the server deletes the photo, or refuses it if it arrives later. A
 * request without a reply is sent again by the next `repeatCancellations`. Never throws.
 */
export async function cancelUpload(id: string): Promise<void> {
  useCart.setState(({ cancelled }) => ({ cancelled: [...cancelled, id] }));
  await requestCancellation(id);
}

/** Retries the cancellations that have no reply yet. Never throws. */
export async function repeatCancellations(): Promise<void> {
  await Promise.all(useCart.getState().cancelled.map(requestCancellation));
}

async function requestCancellation(id: string): Promise<void> {
  const { bucketId } = useCart.getState();
  try {
    const { wasLastContent } = await call(cancelUploadCall, { params: { uploadId: id } });
    if (wasLastContent && useCart.getState().bucketId === bucketId) useCart.setState({ bucketId: null });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500) return;
  }
  useCart.setState(({ cancelled }) => ({ cancelled: cancelled.filter((other) => other !== id) }));
}
