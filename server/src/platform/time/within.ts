import { setTimeout as delay } from 'node:timers/promises';

/** What a promise comes to if that is soon enough, else `otherwise`; the promise itself goes on, and its owner hears of its failure. */
export async function within<T, const U>(ms: number, promise: Promise<T>, otherwise: U): Promise<T | U> {
  const enough = new AbortController();
  try {
    return await Promise.race([promise, delay(ms, otherwise, { signal: enough.signal, ref: false })]);
  } finally {
    enough.abort();
  }
}
