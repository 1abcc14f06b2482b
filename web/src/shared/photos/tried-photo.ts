import { createStore, del, promisifyRequest, set } from 'idb-keyval';
import { now } from '../clock.ts';
import { forgetAtEnd } from '../session.ts';
import { local } from '../storage.ts';

/** A visitor's photo on its way from the landing page to the first set: it stays on the device, and is gone after a day. */
export interface TriedPhoto {
  file: File;
  /** The animator's name of the effect that was looked at. */
  movement: string;
}

const keptMs = 24 * 60 * 60 * 1000;
/** When the photo was kept, in ms: readable at once, where the photo itself is read asynchronously. */
const keptAt = 'triedPhotoAt';
const entry = 'photo';

/** @returns false where the browser refuses to keep it (a private window, a full disk) */
export async function keepTriedPhoto(photo: TriedPhoto): Promise<boolean> {
  try {
    await set(entry, photo, database());
    local.set(keptAt, String(now().getTime()));
    return true;
  } catch {
    return false;
  }
}

/** Whether a photo waits for its set. */
export function hasTriedPhoto(): boolean {
  const age = now().getTime() - Number(local.get(keptAt) ?? Number.NaN);
  return age >= 0 && age < keptMs;
}

/** The photo, once: it is forgotten as it is read. */
export async function takeTriedPhoto(): Promise<TriedPhoto | undefined> {
  const isWanted = hasTriedPhoto();
  if (local.get(keptAt) === null) return undefined;
  local.remove(keptAt);
  try {
    const found = await database()('readwrite', async (store) => {
      const photo = promisifyRequest<unknown>(store.get(entry));
      store.delete(entry);
      return photo;
    });
    return isWanted && isTriedPhoto(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes a photo that was kept for too long. */
export async function forgetOldTriedPhoto(): Promise<void> {
  if (local.get(keptAt) !== null && !hasTriedPhoto()) await forgetTriedPhoto();
}

async function forgetTriedPhoto(): Promise<void> {
  local.remove(keptAt);
  await del(entry, database()).catch(() => undefined);
}

function isTriedPhoto(value: unknown): value is TriedPhoto {
  const { file, movement } = (value ?? {}) as Partial<TriedPhoto>;
  return file instanceof File && typeof movement === 'string';
}

let opened: ReturnType<typeof createStore> | undefined;

function database() {
  return (opened ??= createStore('keepsake-tried', 'photo'));
}

forgetAtEnd('tried photo', () => void forgetTriedPhoto());
