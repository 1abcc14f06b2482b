import { mkdir, open, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../process-life.ts';

/** Processes that use one embedded database: the last to leave stops it. */
export class Members {
  readonly #folder: string;
  readonly #lock: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'postgres-members');
    this.#lock = join(dataDir, 'postgres-members.lock');
  }

  async join(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(join(this.#folder, String(process.pid)), '');
  }

  /** @returns whether another living process still uses the database */
  async leave(): Promise<boolean> {
    await rm(join(this.#folder, String(process.pid)), { force: true });
    const others = (await readdir(this.#folder)).map(Number);
    for (const dead of others.filter((pid) => !isAlive(pid)))
      await rm(join(this.#folder, String(dead)), { force: true });
    return others.some(isAlive);
  }

  /** Runs work under a lock, so that no other process starts, joins or stops the database meanwhile. The lock of a dead process is taken over. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    await this.#acquire();
    try {
      return await work();
    } finally {
      await rm(this.#lock, { force: true });
    }
  }

  /** Whether the lock's holder is dead, or died before it wrote its process id. */
  async #isAbandoned(): Promise<boolean> {
    const holder = Number(await readFile(this.#lock, 'utf8').catch(() => ''));
    if (holder > 0) return holder === process.pid || !isAlive(holder);
    const made = await stat(this.#lock).catch(() => undefined);
    return made !== undefined && Date.now() - made.mtimeMs > 2_000;
  }

  async #acquire(): Promise<void> {
    for (;;) {
      try {
        const file = await open(this.#lock, 'wx');
        await file.writeFile(String(process.pid));
        await file.close();
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      if (await this.#isAbandoned()) await rm(this.#lock, { force: true });
      else await delay(50);
    }
  }
}
