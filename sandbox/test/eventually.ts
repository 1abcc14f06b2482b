import { setTimeout as wait } from 'node:timers/promises';

/** Repeats a check until it no longer throws. @throws its last error after `withinMs` */
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
