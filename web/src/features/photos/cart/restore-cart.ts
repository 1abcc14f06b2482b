import type { Action, Bucket } from '@keepsake/contract/photos/content';
import { fetchOpenBucket, type Photo } from '../photos.api.ts';
import { repeatCancellations } from '../uploads/cancel-upload.ts';
import { type CartPhoto, cartPhotoOf } from './cart-photo.ts';
import { forgetBucket, useCart } from './cart.ts';

/**
 * Synchronizes the cart with the bucket on the server. Returns false if the bucket can no longer be changed (deleted or paid) and
 * was removed from the cart. Throws ApiError.
 */
export async function restoreCart(signal?: AbortSignal): Promise<boolean> {
  await repeatCancellations();
  const { bucketId, photos: asked } = useCart.getState();
  if (!bucketId) return true;
  const bucket = await fetchOpenBucket(bucketId, signal);
  if (useCart.getState().bucketId !== bucketId) return true;
  if (bucket) {
    useCart.setState(({ photos, removed, cancelled }) => {
      // Uploads that were stopped since the bucket was asked for may be in it.
      const stopped = asked.filter(({ id }) => photos.every((photo) => photo.id !== id)).map(({ id }) => id);
      const Contents = bucket.Contents.filter(
        ({ id, uploadId }) => !removed.includes(id) && !stopped.includes(uploadId ?? ''),
      );
      // A photo that is shown, and would be paid, must not be deleted by a later retry.
      const shown = new Set(Contents.map(({ uploadId }) => uploadId));
      return {
        bucket,
        photos: mergeBucket(photos, { Contents }, asked),
        cancelled: cancelled.filter((id) => !shown.has(id)),
      };
    });
  } else forgetBucket(bucketId);
  return bucket !== null;
}

/**
 * Merges the cart with the stored bucket: photos missing on the server are dropped, new ones are added, unsaved effects
 * stay. A photo that was stored although its upload seemed to fail is recognised by its upload id, because phones name every
 * photo `image.jpg`. What was stored after the bucket was asked for stays: the bucket does not have it yet.
 *
 * @param asked the cart's photos when the bucket was asked for
 */
export function mergeBucket(
  photos: readonly CartPhoto[],
  bucket: Pick<Bucket, 'Contents'>,
  asked: readonly CartPhoto[],
): CartPhoto[] {
  const before = new Map(asked.map((photo) => [photo.id, photo]));
  const unclaimed = new Map(bucket.Contents.map((stored) => [stored.id, stored]));
  const claim = (stored: Photo | undefined) => {
    if (stored) unclaimed.delete(stored.id);
    return stored;
  };
  const known = photos.map((photo) => claim(photo.photoId ? unclaimed.get(photo.photoId) : undefined));
  const arrived = photos.map((photo, index) => known[index] ?? claim(arrivedAfterAll(photo, unclaimed)));
  const kept = photos.flatMap((photo, index) => {
    const stored = arrived[index];
    const was = before.get(photo.id);
    if (photo.photoId !== (was?.photoId ?? null)) return [photo];
    if (!stored) return photo.photoId ? [] : [photo];
    return [photo.photoId && hasNewChoices(photo, was) ? photo : mergePhoto(photo, stored)];
  });
  return [...kept, ...[...unclaimed.values()].map(cartPhotoOf)];
}

function hasNewChoices({ actions, unsaved }: CartPhoto, before: CartPhoto | undefined): boolean {
  return actions !== before?.actions || unsaved !== before.unsaved;
}

function arrivedAfterAll(photo: CartPhoto, unclaimed: Map<string, Photo>): Photo | undefined {
  if (photo.photoId) return undefined;
  return [...unclaimed.values()].find(({ uploadId }) => uploadId === photo.id);
}

function mergePhoto(photo: CartPhoto, stored: Photo): CartPhoto {
  const fresh = cartPhotoOf(stored);
  const keepsChoices = photo.unsaved || photo.photoId === null || sameActions(photo.actions, stored.actions);
  return {
    ...fresh,
    id: photo.id,
    ...(keepsChoices ? { imageTheme: photo.imageTheme, actions: photo.actions, unsaved: photo.unsaved } : {}),
    preview: photo.preview?.startsWith('blob:') ? photo.preview : fresh.preview,
  };
}

function sameActions(a: readonly Action[], b: readonly Action[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ promptId, variety, agreedTo }, row) => {
      const other = b[row];
      return promptId === other?.promptId && variety === other.variety && agreedTo === other.agreedTo;
    })
  );
}
