import { now } from '../../../shared/clock.ts';
import { type CartPhoto, noEffect } from '../cart/cart-photo.ts';
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

// A photo that leaves the cart is not sent any more.
useCart.subscribe((cart, before) => {
  if (cart.photos === before.photos) return;
  const left = new Set(cart.photos.map(({ id }) => id));
  for (const { id } of before.photos) if (!left.has(id)) queue.cancel(id);
});

/** Puts picked files into the cart and starts to send them. */
export async function addFiles(files: readonly File[]): Promise<void> {
  const picked = files.map((file, place) => ({ file, photo: newPhoto(file, place) }));
  addPhotos(picked.map(({ photo }) => photo));
  await Promise.all(picked.map(({ file, photo }) => keepFile(photo.id, file)));
  queue.add(picked.map(({ photo }) => photo.id));
}

/** Sends photos again, but for those that turn out to have arrived. */
export async function retryUploads(ids: readonly string[]): Promise<void> {
  for (const id of ids) changePhoto(id, { status: 'waiting', failure: null });
  // Without an answer here the upload itself will say what is wrong.
  await restoreCart().catch(() => {});
  queue.add(ids);
}

/** After a reload: shows and sends the photos that were not sent yet, and lets go of those this browser has lost. */
export async function resumeUploads(): Promise<void> {
  await forgetOldFiles();
  const interrupted = useCart.getState().photos.filter(({ photoId, preview }) => !photoId && !preview);
  const found = await Promise.all(interrupted.map(async (photo) => ({ photo, file: await findFile(photo.id) })));
  removePhotos(found.filter(({ file }) => !file).map(({ photo }) => photo.id));
  for (const { photo, file } of found) if (file) changePhoto(photo.id, { preview: URL.createObjectURL(file) });
  queue.add(found.filter(({ file, photo }) => file && photo.status === 'waiting').map(({ photo }) => photo.id));
}

/** Photos that are chosen together are a millisecond apart: the server keeps them in this order. */
function newPhoto(file: File, place: number): CartPhoto {
  return {
    id: crypto.randomUUID(),
    photoId: null,
    filename: null,
    name: file.name,
    imageTheme: null,
    actions: [noEffect],
    unsaved: false,
    status: 'waiting',
    failure: null,
    preview: URL.createObjectURL(file),
    size: null,
    createdAt: new Date(now().getTime() + place).toISOString(),
  };
}
