import { setTimeout as wait } from 'node:timers/promises';

/** Repeats a check until it no longer throws, for at most `withinMs`; then its last error is the test's. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 10_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(15);
    }
  }
}
