import { afterAll } from 'vitest';

const cleanups: (() => unknown)[] = [];

/** Runs `cleanup` after the last test of the file; the last registered runs first. May be called from hooks and tests, unlike `afterAll`. */
export function afterFile(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

/** Called once per test file, by the setup file. */
export function registerFileCleanup(): void {
  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });
}
