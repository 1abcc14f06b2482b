import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './process-life.ts';

/** A folder for files that exist only while one task runs. */
export interface TempFolder {
  /** Runs work that may create files at new paths; they are removed when it ends, also when it fails. */
  use<T>(work: (newPath: () => string) => Promise<T>): Promise<T>;
}

/** Creates the folder if it is missing and removes what crashed processes left in it. Several processes may share one folder. */
export async function openTempFolder(folder: string): Promise<TempFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(folder);
  return {
    async use(work) {
      const paths: string[] = [];
      try {
        return await work(() => {
          const path = join(folder, `${machine}_${process.pid}_${run}_${randomUUID()}`);
          paths.push(path);
          return path;
        });
      } finally {
        await Promise.all(paths.map((path) => rm(path, { force: true })));
      }
    },
  };
}

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
/** Distinguishes this process from an earlier one with the same id: in a container every process may have id 1. */
const run = randomUUID();
const dayMs = 86_400_000;

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (isOrphan(name) || (await isOld(path))) await rm(path, { force: true, recursive: true });
  }
}

function isOrphan(name: string): boolean {
  const [owner, pid, ownerRun] = name.split('_');
  if (owner !== machine || ownerRun === run) return false;
  return Number(pid) === process.pid || !isAlive(Number(pid));
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return found !== undefined && Date.now() - found.mtimeMs > dayMs;
}
