import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keptFiles, type KeptFile } from '../features/media/media.queries.ts';
import { queryable } from '../platform/database/db.ts';
import { StorageMissing, type Storage } from '../providers/storage/storage.ts';
import pg from 'pg';
import { dumpDatabase } from './dump-database.ts';
import { inParallel } from './in-parallel.ts';
import { filePath, writeManifest, type BackupFile, type Manifest } from './manifest.ts';
import { writeHashed, type Hashed } from './write-hashed.ts';

const filesAtOnce = 8;
/** Maximum number of rounds. Each round copies only new files, so it is shorter than the one before, and fewer files are deleted during it. */
const maxRounds = 10;

/**
 * Copies database and files into a new folder while the product runs. A file is stored before its row is written, removed after its row is deleted,
 * and its content never changes. Therefore: 1. copy all files; 2. dump the database in one snapshot; 3. copy the files that only this dump names; 4.
 * if one of them was deleted meanwhile, repeat from 2. In the result every row has its file, and every file has its row.
 */
export async function makeBackup(databaseUrl: string, storage: Storage, folder: string): Promise<Manifest> {
  await makeEmptyFolder(folder);
  const copied = new Map<string, Hashed>();
  const live = () => onConnection(databaseUrl, (client) => keptFiles(queryable(client)));
  await copyFiles(storage, await live(), folder, copied);
  for (let round = 1; round <= maxRounds; round++) {
    const { dump, seen: needed } = await dumpDatabase(databaseUrl, folder, keptFiles);
    await copyFiles(storage, needed, folder, copied);
    const missing = needed.filter(({ storageKey }) => !copied.has(storageKey));
    const lost = missing.length === 0 ? [] : stillNeeded(missing, await live());
    if (missing.length > lost.length) continue;
    await removeUnneeded(needed, folder, copied);
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      ...dump,
      files: [...copied].map(([key, hashed]): BackupFile => ({ key, ...hashed })),
      lost,
      damaged: needed.filter((file) => isDamaged(file, copied)).map(({ storageKey }) => storageKey),
    };
    await writeManifest(folder, manifest);
    return manifest;
  }
  throw new Error(`Files were removed faster than they could be copied, ${maxRounds} times: try at a quieter hour.`);
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new Error(`A new or empty folder is expected: ${folder} has files in it.`);
}

async function copyFiles(
  storage: Storage,
  files: readonly KeptFile[],
  folder: string,
  copied: Map<string, Hashed>,
): Promise<void> {
  const fresh = files.filter(({ storageKey }) => !copied.has(storageKey));
  for (const parent of new Set(fresh.map(({ storageKey }) => dirname(filePath(folder, storageKey)))))
    await mkdir(parent, { recursive: true, mode: 0o700 });
  await inParallel(fresh, filesAtOnce, async ({ storageKey }) => {
    try {
      copied.set(storageKey, await writeHashed(await storage.read(storageKey), filePath(folder, storageKey)));
    } catch (error) {
      if (!(error instanceof StorageMissing)) throw error;
    }
  });
}

/** Files that are missing although their rows exist: they were lost before the backup. */
function stillNeeded(missing: readonly KeptFile[], live: readonly KeptFile[]): string[] {
  const needed = new Set(live.map(({ storageKey }) => storageKey));
  return missing.map(({ storageKey }) => storageKey).filter((key) => needed.has(key));
}

/** Removes files that were deleted while the backup was made: a restore must not bring them back. */
async function removeUnneeded(needed: readonly KeptFile[], folder: string, copied: Map<string, Hashed>): Promise<void> {
  const keys = new Set(needed.map(({ storageKey }) => storageKey));
  for (const key of [...copied.keys()].filter((one) => !keys.has(one))) {
    await rm(join(filePath(folder, key)));
    copied.delete(key);
  }
}

function isDamaged({ storageKey, sha256 }: KeptFile, copied: Map<string, Hashed>): boolean {
  const found = copied.get(storageKey);
  return found !== undefined && sha256 !== null && found.sha256 !== sha256.toString('hex');
}

async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'keepsake-backup' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
