import { createHash } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import { openTempFolder, type TempFolder } from '../../platform/temp-folder.ts';
import { checkedFolder, checkedKey, StorageMissing, type ReadRange, type Storage, type StoredFile } from './storage.ts';

/** Files in a folder of this machine. A file appears under its name only when it is complete and flushed to disk. */
export async function createDiskStorage(folder: string): Promise<Storage> {
  const temp = await openTempFolder(join(folder, '.tmp'));
  const pathOf = (key: string) => join(folder, checkedKey(key));
  return {
    put: async (key, source) => putFile(temp, pathOf(key), source).catch(refuseWhenFull),
    size: async (key) => (await stat(pathOf(key)).catch(absent))?.size,
    read: async (key, range) => readFileRange(key, pathOf(key), range),
    async withLocalFile(key, work) {
      const path = pathOf(key);
      if (!(await stat(path).catch(absent))) throw new StorageMissing(key);
      return work(path);
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
    list: (prefix) => listKeys(folder, prefix),
    check: async () => probe(temp),
  };
}

async function putFile(temp: TempFolder, path: string, source: Readable | Uint8Array): Promise<StoredFile> {
  return temp.use(async (newPath) => {
    const draft = newPath();
    const stored = await writeDurably(draft, source);
    const folder = dirname(path);
    await makeFolder(folder);
    await rename(draft, path);
    try {
      await syncFolder(folder);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return stored;
  });
}

async function writeDurably(path: string, source: Readable | Uint8Array): Promise<StoredFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source instanceof Uint8Array ? [source] : (source as AsyncIterable<Uint8Array>)) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const file = await open(path, 'wx', 0o640);
  try {
    await file.writeFile(measured());
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest() };
}

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o750 });
  if (made !== undefined) await syncFolder(dirname(folder));
}

/** Flushes a folder: only then does a rename in it survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readFileRange(key: string, path: string, range: ReadRange | undefined): Promise<Readable> {
  const file = await open(path, 'r').catch(absent);
  if (!file) throw new StorageMissing(key);
  return file.createReadStream(range ?? {});
}

async function* listKeys(folder: string, prefix: string): AsyncGenerator<string> {
  const entries = await opendir(join(folder, checkedFolder(prefix))).catch(absent);
  if (!entries) return;
  for await (const entry of entries) if (entry.isFile()) yield prefix + entry.name;
}

async function probe(temp: TempFolder): Promise<void> {
  await temp.use(async (newPath) => {
    const path = newPath();
    await writeFile(path, 'probe');
    if ((await readFile(path, 'utf8')) !== 'probe')
      throw new Error('The storage folder does not return what was written');
  });
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function refuseWhenFull(error: NodeJS.ErrnoException): never {
  if (error.code && fullCodes.has(error.code)) throw new AppError('storage_full', { cause: error, retryAfter: 60 });
  throw error;
}
