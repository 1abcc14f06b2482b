import { getToken } from '../../../shared/session.ts';
import { saveActions } from '../photos.api.ts';
import type { CartPhoto } from './cart-photo.ts';
import { changePhoto, useCart } from './cart.ts';

let running: Promise<void> = Promise.resolve();

// What was chosen in the moment before another set is begun or opened.
useCart.subscribe(({ number }, before) => {
  if (number !== before.number && getToken() !== null) saveSoon(() => before.photos);
});

/**
 * Sends unsaved effects to the server, one request at a time. A change made during a request stays unsaved for
 * the next one. Throws ApiError.
 */
export function saveChoices(photosNow = () => useCart.getState().photos): Promise<void> {
  const saved = running.catch(() => {}).then(() => save(photosNow().filter(isUnsaved)));
  running = saved;
  return saved;
}

/** Saves without telling whether that failed. */
export function saveSoon(photosNow?: () => CartPhoto[]): void {
  saveChoices(photosNow).catch(() => {});
}

export function hasUnsavedChoices(): boolean {
  return useCart.getState().photos.some(isUnsaved);
}

export function isUnsaved(photo: CartPhoto): boolean {
  return photo.unsaved && photo.photoId !== null;
}

async function save(sent: readonly CartPhoto[]): Promise<void> {
  if (sent.length === 0) return;
  await saveActions(sent.flatMap((photo) => (photo.photoId ? [{ id: photo.photoId, actions: photo.actions }] : [])));
  const saved = new Map(sent.map((photo) => [photo.id, photo.actions]));
  for (const { id, actions } of useCart.getState().photos)
    if (saved.get(id) === actions) changePhoto(id, { unsaved: false });
}
