import { now } from '../../../shared/clock.ts';
import type { CartPhoto } from '../cart/cart-photo.ts';
import { addPhotos, changePhoto, removePhotos, useCart } from '../cart/cart.ts';
import { restoreCart } from '../cart/restore-cart.ts';
import { findFile, forgetOldFiles, keepFile } from '../cart/unsent-files.ts';
import { uploadPhoto } from './upload-photo.ts';
import { createUploadQueue } from './upload-queue.ts';

const queue = createUploadQueue({
  parallel: 2,
  hasBucket: () => useCart.getState().bucketId !== null,
  upload: uploadPhoto,
});

// Cancels the upload of a photo that leaves the cart.
useCart.subscribe((cart, before) => {
  if (cart.photos === before.photos) return;
  const left = new Set(cart.photos.map(({ id }) => id));
  for (const { id } of before.photos) if (!left.has(id)) queue.cancel(id);
});

/** Adds picked files to the cart and queues their uploads. @returns the ids of their photos in the cart */
export async function addFiles(files: readonly File[]): Promise<string[]> {
  const picked = files.map((file, place) => ({ file, photo: newPhoto(file, place) }));
  addPhotos(picked.map(({ photo }) => photo));
  await Promise.all(picked.map(({ file, photo }) => keepFile(photo.id, file)));
  const ids = picked.map(({ photo }) => photo.id);
  queue.add(ids);
  return ids;
}

/** Retries uploads, except of photos that the server already has. */
export async function retryUploads(ids: readonly string[]): Promise<void> {
  for (const id of ids) changePhoto(id, { status: 'waiting', failure: null });
  // If this fails, the upload reports the error.
  await restoreCart().catch(() => {});
  queue.add(ids);
}

/** After a reload: shows and uploads unsent photos, and drops those whose file is lost. */
export async function resumeUploads(): Promise<void> {
  await forgetOldFiles();
  const interrupted = useCart.getState().photos.filter(({ photoId, preview }) => !photoId && !preview);
  const found = await Promise.all(interrupted.map(async (photo) => ({ photo, file: await findFile(photo.id) })));
  removePhotos(found.filter(({ file }) => !file).map(({ photo }) => photo.id));
  for (const { photo, file } of found) if (file) changePhoto(photo.id, { preview: URL.createObjectURL(file) });
  queue.add(found.filter(({ file, photo }) => file && photo.status === 'waiting').map(({ photo }) => photo.id));
}

/** Photos picked together get timestamps one millisecond apart, because the server sorts by them. */
function newPhoto(file: File, place: number): CartPhoto {
  return {
    id: crypto.randomUUID(),
    photoId: null,
    filename: null,
    name: file.name,
    imageTheme: null,
    actions: [],
    unsaved: false,
    status: 'waiting',
    failure: null,
    preview: URL.createObjectURL(file),
    size: null,
    createdAt: new Date(now().getTime() + place).toISOString(),
  };
}
