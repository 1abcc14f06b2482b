import type { Bucket, RejectedFile } from '@keepsake/contract/content';
import { create } from 'zustand';
import { forgetAtEnd } from '../../../shared/session.ts';
import { session } from '../../../shared/storage.ts';
import { type CartPhoto, cartPhotoOf } from './cart-photo.ts';
import {
  type Consents,
  consentsTo,
  emptyCart,
  loadCart,
  rememberConsents,
  saveCart,
  type StoredCart,
} from './cart-storage.ts';
import { forgetFiles } from './unsent-files.ts';

interface Cart extends StoredCart {
  /** Share of each running upload that is sent, 0..1, by photo. */
  progress: Record<string, number>;
  /** Files the server could not use, until the customer has read why. */
  rejected: RejectedFile[];
  /** Ids of photos that were removed here: the server may still have them for a moment. */
  removed: readonly string[];
}

/** The memory set that is being put together. Mirrored in the session, so a reload or a way back finds it again. */
export const useCart = create<Cart>()(() => ({ ...loadCart(session), progress: {}, rejected: [], removed: [] }));

useCart.subscribe((cart, before) => {
  const changed =
    cart.bucketId !== before.bucketId ||
    cart.photos !== before.photos ||
    cart.cancelled !== before.cancelled ||
    cart.consents !== before.consents ||
    cart.bucketKey !== before.bucketKey;
  if (changed) saveCart(session, cart);
});

forgetAtEnd('cart', clearCart);

/** The name of the set that the first photo makes; made with the first photo that is sent, and kept until the cart is another. */
export function bucketKey(): string {
  const key = useCart.getState().bucketKey ?? crypto.randomUUID();
  useCart.setState({ bucketKey: key });
  return key;
}

/** Starts anew: nothing of the cart stays in this browser. The set on the server, if there is one, is not touched. */
export function clearCart(): void {
  const { photos } = useCart.getState();
  useCart.setState({ ...emptyCart, progress: {}, rejected: [], removed: [] });
  for (const { preview } of photos) if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
  void forgetFiles(photos.filter(({ photoId }) => !photoId).map(({ id }) => id));
}

/**
 * Reads the session again: another part of the site may have named a set to continue, or started anew, since. What is known here
 * and agrees with it stays.
 */
export function readCartAgain(): void {
  const stored = loadCart(session);
  const { bucketId, photos } = useCart.getState();
  const startedAnew = stored.bucketId === null && stored.photos.length === 0 && photos.length > 0;
  if (stored.bucketId === bucketId && !startedAnew) return;
  clearCart();
  useCart.setState({ ...stored, consents: emptyCart.consents });
}

/** Takes an unpaid set of the customer's into the cart, to change it or to pay for it. One that is there already stays as it is. */
export function openBucket(bucket: Pick<Bucket, 'id' | 'Contents'>): void {
  if (useCart.getState().bucketId === bucket.id) return;
  clearCart();
  const consents = consentsTo(session, bucket.id);
  useCart.setState({ bucketId: bucket.id, photos: bucket.Contents.map(cartPhotoOf), consents });
}

/** The set goes to the payment page: the cart is empty from here on. */
export function checkOutCart(bucketId: string): void {
  clearCart();
  rememberConsents(session, bucketId);
}

/** The set is no longer there to be changed: only photos that were never sent remain. */
export function forgetBucket(): void {
  useCart.setState(({ photos }) => ({
    bucketId: null,
    bucketKey: null,
    photos: photos.filter(({ photoId }) => !photoId),
  }));
}

export function findPhoto(id: string): CartPhoto | undefined {
  return useCart.getState().photos.find((photo) => photo.id === id);
}

export function changePhoto(id: string, change: Partial<CartPhoto>): void {
  useCart.setState(({ photos }) => ({
    photos: photos.map((photo) => (photo.id === id ? { ...photo, ...change } : photo)),
  }));
}

export function setConsents(change: Partial<Consents>): void {
  useCart.setState(({ consents }) => ({ consents: { ...consents, ...change } }));
}

export function addPhotos(added: readonly CartPhoto[], at = useCart.getState().photos.length): void {
  useCart.setState(({ photos }) => ({ photos: photos.toSpliced(at, 0, ...added) }));
}

export function removePhotos(ids: readonly string[]): void {
  if (ids.length === 0) return;
  useCart.setState(({ photos }) => ({ photos: photos.filter(({ id }) => !ids.includes(id)) }));
}

export function markRemoved(photoId: string, isRemoved: boolean): void {
  useCart.setState(({ removed }) => ({
    removed: isRemoved ? [...removed, photoId] : removed.filter((id) => id !== photoId),
  }));
}

/** Takes a photo out because the server could not use it, and keeps the reason to be shown. */
export function rejectPhoto(id: string, reason: RejectedFile): void {
  const name = findPhoto(id)?.name ?? reason.filename;
  removePhotos([id]);
  useCart.setState(({ rejected }) => ({ rejected: [...rejected, { ...reason, filename: name }] }));
}

/** How far an upload is; null when it does not run. */
export function setProgress(id: string, share: number | null): void {
  useCart.setState(({ progress }) => {
    const { [id]: replaced, ...others } = progress;
    if (share === null) return replaced === undefined ? {} : { progress: others };
    return { progress: { ...others, [id]: share } };
  });
}
