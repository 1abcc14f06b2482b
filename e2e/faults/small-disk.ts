import { execFile } from 'node:child_process';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

export interface SmallDisk {
  /** Leaves not a byte free. */
  fill(): Promise<void>;
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts a file system of its own, in memory. @returns undefined where that is not allowed */
export async function mountSmallDisk(folder: string): Promise<SmallDisk | undefined> {
  await mkdir(folder, { recursive: true });
  try {
    await exec('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', folder]);
  } catch {
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    fill: async () => {
      for (const size of [1_048_576, 4096]) await writeUntilFull(ballast, Buffer.alloc(size));
    },
    free: () => rm(ballast, { force: true }),
    unmount: async () => void (await exec('umount', ['-l', folder])),
  };
}

async function writeUntilFull(file: string, bytes: Buffer): Promise<void> {
  try {
    while (true) await appendFile(file, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
