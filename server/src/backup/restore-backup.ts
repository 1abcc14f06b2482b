import { createReadStream } from 'node:fs';
import pg from 'pg';
import { keptFiles } from '../features/media/media.queries.ts';
import { mediaType } from '../features/media/send-media.ts';
import { queryable, type Queryable } from '../platform/database/db.ts';
import type { Log } from '../platform/log.ts';
import type { Storage } from '../providers/storage/storage.ts';
import { inParallel } from './in-parallel.ts';
import { loadDatabase, requireEmptyDatabase, requireKnownVersion } from './load-database.ts';
import { filePath, readManifest, tablePath, type Manifest } from './manifest.ts';
import { hashFile, type Hashed } from './write-hashed.ts';

const filesAtOnce = 8;

export interface Restored {
  manifest: Manifest;
  accounts: number;
  sets: number;
  /** Number of finished films, by the rows. */
  films: number;
  /** Files that rows refer to and that are not in storage. */
  missing: string[];
}

/**
 * Fills an empty database and an empty storage from a backup. All files are read and compared with their hashes before anything is written. Rows are
 * written last, in one transaction: after a restore that failed half-way the database is still empty.
 */
export async function restoreBackup(
  databaseUrl: string,
  storage: Storage,
  folder: string,
  log: Log,
): Promise<Restored> {
  const manifest = await readManifest(folder);
  await requireKnownVersion(manifest);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'keepsake-restore' });
  await client.connect();
  try {
    await requireEmptyDatabase(client);
    await requireEmptyStorage(storage, manifest);
    await requireIntact(folder, manifest);
    await inParallel(manifest.files, filesAtOnce, async ({ key, ...expected }) => {
      const { bytes, sha256 } = await storage.put(key, createReadStream(filePath(folder, key)), mediaType(key));
      requireSame(key, expected, { bytes, sha256: sha256.toString('hex') });
    });
    await loadDatabase(client, databaseUrl, folder, manifest, log);
    const db = queryable(client);
    return { manifest, ...(await countRows(db)), missing: await missingFiles(db, storage) };
  } finally {
    await client.end();
  }
}

async function requireEmptyStorage(storage: Storage, { files }: Manifest): Promise<void> {
  const folders = new Set(['photos/', 'films/', 'posters/', ...files.map(({ key }) => key.replace(/\/.*$/, '/'))]);
  for (const folder of folders) {
    for await (const key of storage.list(folder))
      throw new Error(`An empty storage is expected: this one has ${key} in it. Nothing was changed.`);
  }
}

async function requireIntact(folder: string, { tables, files }: Manifest): Promise<void> {
  const photos = [
    ...tables.map((table) => ({ path: tablePath(folder, table), ...table })),
    ...files.map((file) => ({ path: filePath(folder, file.key), ...file })),
  ];
  await inParallel(photos, filesAtOnce, async ({ path, ...expected }) => {
    const found = await hashFile(path).catch((cause: NodeJS.ErrnoException) => {
      throw new Error(`The backup is not whole: ${path} cannot be read (${cause.code}). Nothing was changed.`, {
        cause,
      });
    });
    requireSame(path, expected, found);
  });
}

function requireSame(name: string, expected: Hashed, found: Hashed): void {
  if (found.sha256 !== expected.sha256 || found.bytes !== expected.bytes)
    throw new Error(`The backup is damaged: ${name} differs from its hash in the manifest.`);
}

function countRows(db: Queryable): Promise<Pick<Restored, 'accounts' | 'sets' | 'films'>> {
  const count = db.fn.countAll<number>().as('count');
  return db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('users').select(count).$asScalar().$notNull().as('accounts'),
      selectFrom('buckets').select(count).$asScalar().$notNull().as('sets'),
      selectFrom('films').where('state', '=', 'done').select(count).$asScalar().$notNull().as('films'),
    ])
    .executeTakeFirstOrThrow();
}

async function missingFiles(db: Queryable, storage: Storage): Promise<string[]> {
  const missing: string[] = [];
  await inParallel(await keptFiles(db), filesAtOnce, async ({ storageKey }) => {
    if ((await storage.size(storageKey)) === undefined) missing.push(storageKey);
  });
  return missing.toSorted();
}
