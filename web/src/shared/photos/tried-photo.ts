import type { UseStore } from 'idb-keyval';
import { loadCode } from '../load-code.ts';
import { logProblem } from '../log.ts';
import { forgetAtEnd, getToken } from '../session.ts';
import { local, triedPhotoAt } from '../storage.ts';

/** A visitor's photo between the landing page and the first bucket: it stays on the device, and is deleted after a day. */
export interface TriedPhoto {
  file: File;
  /** The renderer's name of the previewed effect. */
  effect: string;
}

const keptMs = 24 * 60 * 60 * 1000;
/** The owner of the photo: the address that was registered after it was tried, or `session` for the signed-in user. */
const ownerKey = 'triedPhotoOf';
const session = 'session';
const entry = 'photo';

/** @returns false if the browser refuses to keep it (a private window, a full disk) */
export async function storeTriedPhoto(photo: TriedPhoto): Promise<boolean> {
  // Written first: a photo without a time would never expire.
  local.set(triedPhotoAt, String(Date.now()));
  if (getToken() === null) local.remove(ownerKey);
  else local.set(ownerKey, session);
  try {
    const { set, store } = await database();
    await set(entry, photo, store);
    return true;
  } catch {
    forgetKeys();
    return false;
  }
}

/** Whether there is a photo. */
export function hasTriedPhoto(): boolean {
  // By the device's clock, as when it was stored: the server's time is known only on later pages.
  const age = Date.now() - Number(local.get(triedPhotoAt) ?? Number.NaN);
  return age >= 0 && age < keptMs;
}

/** Assigns the photo to the user who signs in with this address. */
export function assignTriedPhotoTo(email: string): void {
  if (hasTriedPhoto()) local.set(ownerKey, email.toLowerCase());
}

/** Whether this user probably tried the photo; others may use the same browser. */
export function isTriedPhotoOf(email: string): boolean {
  return [session, email.toLowerCase()].includes(local.get(ownerKey) ?? '');
}

/** Returns the photo and deletes it. */
export async function takeTriedPhoto(): Promise<TriedPhoto | undefined> {
  if (!hasTriedPhoto()) return undefined;
  try {
    const { promisifyRequest, store } = await database();
    const found = await store('readwrite', async (entries) => {
      const photo = promisifyRequest<unknown>(entries.get(entry));
      entries.delete(entry);
      return photo;
    });
    forgetKeys();
    return isTriedPhoto(found) ? found : undefined;
  } catch (error) {
    logProblem('The photo that was tried cannot be read.', error);
    return undefined;
  }
}

/** Deletes a photo that was kept for too long. */
export async function forgetOldTriedPhoto(): Promise<void> {
  if (local.get(triedPhotoAt) !== null && !hasTriedPhoto()) await forgetTriedPhoto();
}

export async function forgetTriedPhoto(): Promise<void> {
  const kept = local.get(triedPhotoAt);
  try {
    const { del, store } = await database();
    await del(entry, store);
    // Another photo may have been kept meanwhile.
    if (local.get(triedPhotoAt) === kept) forgetKeys();
  } catch (error) {
    // The time is kept, so the deletion is retried.
    logProblem('The photo that was tried cannot be deleted.', error);
  }
}

function forgetKeys(): void {
  local.remove(triedPhotoAt);
  local.remove(ownerKey);
}

function isTriedPhoto(value: unknown): value is TriedPhoto {
  const { file, effect } = (value ?? {}) as Partial<TriedPhoto>;
  return file instanceof File && typeof effect === 'string';
}

let opened: UseStore | undefined;

/** Loaded on demand: every page loads this module, but few have such a photo. */
async function database() {
  const idb = await loadCode(() => import('idb-keyval'));
  return { ...idb, store: (opened ??= idb.createStore('keepsake-tried', 'photo')) };
}

forgetAtEnd('tried photo', () => void forgetTriedPhoto());
