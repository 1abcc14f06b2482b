import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './process-life.ts';

/** Room for files that live as long as one piece of work. */
export interface TempFolder {
  /** Runs work that may ask for paths of new files; what lies there at its end is removed, however it ends. */
  use<T>(work: (newPath: () => string) => Promise<T>): Promise<T>;
}

/** Makes the folder where it is missing and sweeps what a crashed process left in it. Several processes may share one folder. */
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
/** Tells this process from an earlier one of the same number: in a container every one is number 1. */
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
