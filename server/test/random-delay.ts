import { setTimeout as delay } from 'node:timers/promises';

/** With `DELAYED=1`, waits a random time of at most `mostMs` milliseconds, mostly much less, to find tests that depend on chance. */
export async function randomDelay(mostMs: number): Promise<void> {
  if (process.env['DELAYED']) await delay(mostMs * Math.random() ** 3);
}
