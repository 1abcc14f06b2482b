import { createStore, delMany, entries, get, set } from 'idb-keyval';

interface UnsentFile {
  file: File;
  savedAt: number;
}

/** A photo of a tab that was closed before it was sent is not kept longer than this. */
const keptMs = 24 * 60 * 60 * 1000;

/** The photos of this page's life. */
const held = new Map<string, File>();

/** Keeps a picked photo until it is sent, through a reload where the browser lets us. */
export async function keepFile(id: string, file: File): Promise<void> {
  held.set(id, file);
  await quietly(() => set(id, { file, savedAt: Date.now() } satisfies UnsentFile, database()));
}

/** The file, as long as it can be read: a chosen one may have been moved, changed or deleted since, and the browser's copy is still there. */
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

export async function forgetFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) held.delete(id);
  if (ids.length > 0) await quietly(() => delMany([...ids], database()));
}

export async function forgetOldFiles(now = Date.now()): Promise<void> {
  const all = (await quietly(() => entries<string, UnsentFile>(database()))) ?? [];
  await forgetFiles(all.filter(([, { savedAt }]) => now - savedAt > keptMs).map(([id]) => id));
}

let opened: ReturnType<typeof createStore> | undefined;

function database() {
  return (opened ??= createStore('keepsake', 'unsent-photos'));
}

/** A browser may refuse IndexedDB (private windows, full disk): the photos then last as long as the page does. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
