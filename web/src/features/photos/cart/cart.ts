import type { Bucket, RejectedFile } from '@keepsake/contract/photos/content';
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
  /** Another one whenever the cart is emptied. */
  number: number;
  /** Progress of each running upload, 0..1, by photo id. */
  progress: Record<string, number>;
  /** Files that the server rejected, until the customer dismisses the notice. */
  rejected: RejectedFile[];
  /** Names of the photos that lost an effect which is no longer offered, until the customer dismisses the notice. */
  reduced: readonly string[];
  /** The bucket as last fetched from the server; null before. */
  bucket: Pick<Bucket, 'id' | 'name' | 'createdAt'> | null;
  /** Ids of removed photos whose deletion may still be in progress. */
  removed: readonly string[];
}

/** The draft bucket. Mirrored in session storage, so that it survives reloads and navigation. */
export const useCart = create<Cart>()(() => ({
  ...loadCart(session),
  number: 0,
  progress: {},
  rejected: [],
  reduced: [],
  removed: [],
  bucket: null,
}));

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

/** The idempotency key for creating the bucket; kept until the bucket exists or the cart is cleared. */
export function bucketKey(): string {
  const key = useCart.getState().bucketKey ?? crypto.randomUUID();
  useCart.setState({ bucketKey: key });
  return key;
}

/** Empties the cart in this browser. A bucket on the server stays as it is. */
export function clearCart(): void {
  const { photos, number } = useCart.getState();
  useCart.setState({ ...emptyCart, number: number + 1, progress: {}, rejected: [], reduced: [], removed: [] });
  for (const { preview } of photos) if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
  void forgetFiles(photos.map(({ id }) => id));
}

/**
 * For replies that come late: another set may have been begun or opened meanwhile, or somebody else may have signed in.
 * @returns a function that tells whether the cart is still the one of now
 */
export function rememberCart(): () => boolean {
  const { number } = useCart.getState();
  return () => useCart.getState().number === number;
}

/**
 * Reads session storage again: another page may have chosen a bucket to continue, or cleared the cart. If it names the same bucket, the
 * cart in memory stays.
 */
export function readCartAgain(): void {
  const stored = loadCart(session);
  const { bucketId, photos } = useCart.getState();
  const startedAnew = stored.bucketId === null && stored.photos.length === 0 && photos.length > 0;
  if (stored.bucketId === bucketId && !startedAnew) return;
  clearCart();
  useCart.setState({ ...stored, consents: emptyCart.consents });
}

/** Loads an unpaid bucket into the cart, unless it is the current one. */
export function openBucket(bucket: Pick<Bucket, 'id' | 'Contents'>): void {
  if (useCart.getState().bucketId === bucket.id) return;
  clearCart();
  const consents = consentsTo(session, bucket.id);
  useCart.setState({ bucketId: bucket.id, photos: bucket.Contents.map(cartPhotoOf), consents });
}

/** Empties the cart when the customer goes to the payment page, and remembers the consents. */
export function checkOutCart(bucketId: string): void {
  clearCart();
  rememberConsents(session, bucketId);
}

/**
 * Called when a bucket can no longer be changed: keeps only the photos that were never uploaded. Does nothing if the cart has
 * another bucket by now.
 */
export function forgetBucket(id: string | null): void {
  const { bucketId, photos: all, consents } = useCart.getState();
  if (bucketId !== id) return;
  const photos = all.filter(({ photoId }) => !photoId);
  useCart.setState({
    bucketId: null,
    bucketKey: null,
    photos,
    consents: photos.length > 0 ? consents : emptyCart.consents,
  });
}

export function findPhoto(id: string): CartPhoto | undefined {
  return useCart.getState().photos.find((photo) => photo.id === id);
}

/** Leaves the cart as it is, in session storage too, if the photo has left it. */
export function changePhoto(id: string, change: Partial<CartPhoto>): void {
  if (!findPhoto(id)) return;
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
  if (!useCart.getState().photos.some(({ id }) => ids.includes(id))) return;
  useCart.setState(({ photos }) => ({ photos: photos.filter(({ id }) => !ids.includes(id)) }));
}

export function markRemoved(photoId: string, isRemoved: boolean): void {
  useCart.setState(({ removed }) => ({
    removed: isRemoved ? [...removed, photoId] : removed.filter((id) => id !== photoId),
  }));
}

/** Removes a photo that the server rejected and stores the reason. */
export function rejectPhoto(id: string, reason: RejectedFile): void {
  const name = findPhoto(id)?.name ?? reason.filename;
  removePhotos([id]);
  useCart.setState(({ rejected }) => ({ rejected: [...rejected, { ...reason, filename: name }] }));
}

/** `share` is 0..1, or null if the upload is not running. */
export function setProgress(id: string, share: number | null): void {
  useCart.setState(({ progress }) => {
    const { [id]: replaced, ...others } = progress;
    if (share === null) return replaced === undefined ? {} : { progress: others };
    return { progress: { ...others, [id]: share } };
  });
}
