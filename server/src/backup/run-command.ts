import { resolve, join } from 'node:path';
import { readConfig } from '../config.ts';
import { createStorage } from '../start/create-storage.ts';
import { checkSurroundings } from '../start/check-surroundings.ts';
import { announceEmbedded, reachDatabase } from '../start/open-database.ts';
import { createLog, type Log } from '../platform/log.ts';
import { openTempFolder } from '../platform/temp-folder.ts';
import type { Storage } from '../providers/storage/storage.ts';

export interface Surroundings {
  databaseUrl: string;
  storage: Storage;
  folder: string;
  log: Log;
}

/** Runs a command on a folder, with the database and the storage that the settings name; a failure prints one line and exits with code 1. */
export async function runCommand(usage: string, work: (surroundings: Surroundings) => Promise<void>): Promise<void> {
  // Only the owner may read the files that are written here.
  process.umask(0o077);
  try {
    const [folder, ...others] = process.argv.slice(2);
    if (folder === undefined || others.length > 0) throw new Error(usage);
    const config = readConfig();
    announceEmbedded(config);
    await checkSurroundings(config);
    const log = createLog(config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL, 'keepsake-backup');
    const storage = await createStorage(config, await openTempFolder(join(config.DATA_DIR, 'tmp')), log);
    const database = await reachDatabase(config);
    try {
      // npm runs scripts in the project's folder, but a relative path refers to the folder in which the command was typed.
      await work({
        databaseUrl: config.DATABASE_DIRECT_URL ?? database.url,
        storage,
        // oxlint-disable-next-line node/no-process-env -- the folder npm was called in, which is no setting
        folder: resolve(process.env['INIT_CWD'] ?? '.', folder),
        log,
      });
    } finally {
      await database.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Prints how many files have the problem, and the names of the first ten. */
export function printFiles(what: string, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const more = keys.length > 10 ? ` and ${keys.length - 10} more` : '';
  process.stderr.write(`${what}: ${keys.slice(0, 10).join(', ')}${more}\n`);
  process.exitCode = 1;
}

export function megabytes(files: readonly { bytes: number }[]): string {
  return `${(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000).toFixed(1)} MB`;
}
