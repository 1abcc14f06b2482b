import { saveActions } from './content.api.ts';
import { useCart } from './cart.ts';
import { chosenActions, type CartPhoto } from './cart-photo.ts';

let running: Promise<void> = Promise.resolve();

/**
 * Tells the server the choices it does not have yet. One saving at a time, in order; a choice made meanwhile stays unsaved for
 * the next. Throws ApiError.
 */
export function saveChoices(): Promise<void> {
  const saved = running.catch(() => {}).then(saveNow);
  running = saved;
  return saved;
}

export function isUnsaved(photo: CartPhoto): boolean {
  return photo.unsaved && photo.contentId !== null;
}

async function saveNow(): Promise<void> {
  const sent = useCart.getState().photos.filter(isUnsaved);
  if (sent.length === 0) return;
  await saveActions(
    sent.flatMap((photo) => (photo.contentId ? [{ id: photo.contentId, actions: chosenActions(photo) }] : [])),
  );
  const saved = new Map(sent.map((photo) => [photo.id, photo.actions]));
  useCart.setState(({ photos }) => ({
    photos: photos.map((photo) => (saved.get(photo.id) === photo.actions ? { ...photo, unsaved: false } : photo)),
  }));
}
