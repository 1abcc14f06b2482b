import { createStore, delMany, entries, get, set } from 'idb-keyval';
import { tabOwner } from '../../../shared/session.ts';

interface UnsentFile {
  file: File;
  savedAt: number;
  /** The id of the user who picked it, if known. */
  owner?: string | undefined;
}

/** Maximum age of an unsent photo whose tab was closed. */
const keptMs = 24 * 60 * 60 * 1000;

/** Files picked since the page was loaded; kept after their upload, for previews. */
const held = new Map<string, File>();

/** Keeps a picked photo until it is uploaded; in IndexedDB, if available, to survive a reload. */
export async function keepFile(id: string, file: File): Promise<void> {
  held.set(id, file);
  const unsent: UnsentFile = { file, savedAt: Date.now(), owner: tabOwner() ?? undefined };
  await quietly(() => set(id, unsent, database()));
}

/** The file, if it can still be read. If the picked file was moved, changed or deleted, the copy in IndexedDB is used. */
export async function findFile(id: string): Promise<File | undefined> {
  const chosen = held.get(id);
  if (chosen && (await isReadable(chosen))) return chosen;
  const stored = (await quietly(() => get<UnsentFile>(id, database())))?.file;
  return stored && (await isReadable(stored)) ? stored : undefined;
}

export async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** The file of a photo that was picked since the page was loaded. */
export function heldFile(id: string): File | undefined {
  return held.get(id);
}

/** Deletes the copy that survives a reload, once the photo is uploaded. */
export async function forgetCopy(id: string): Promise<void> {
  await quietly(() => delMany([id], database()));
}

export async function forgetFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) held.delete(id);
  if (ids.length > 0) await quietly(() => delMany([...ids], database()));
}

/** Deletes what nobody will send: the photos of closed tabs after a day, and those of other users. */
export async function forgetOldFiles(now = Date.now()): Promise<void> {
  const all = (await quietly(() => entries<string, UnsentFile>(database()))) ?? [];
  const user = tabOwner() ?? undefined;
  const isOld = ({ savedAt, owner = user }: UnsentFile) => now - savedAt > keptMs || owner !== user;
  await forgetFiles(all.filter(([, unsent]) => isOld(unsent)).map(([id]) => id));
}

let opened: ReturnType<typeof createStore> | undefined;

function database() {
  return (opened ??= createStore('keepsake', 'unsent-photos'));
}

/** A browser may refuse IndexedDB (private window, full disk). Photos then last until the page is closed. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
