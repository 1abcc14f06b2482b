import { setTimeout as delay } from 'node:timers/promises';

/** The promise's result if it settles within `ms`, else `otherwise`. The promise keeps running, and its caller must handle a later rejection. */
export async function resultWithin<T, const U>(ms: number, promise: Promise<T>, otherwise: U): Promise<T | U> {
  const enough = new AbortController();
  try {
    return await Promise.race([promise, delay(ms, otherwise, { signal: enough.signal, ref: false })]);
  } finally {
    enough.abort();
  }
}
