import PQueue from 'p-queue';
import { AppError } from '../errors.ts';

/** @param signal ends the wait for a slot, rejecting with its reason; a task that has begun must observe the signal itself */
export type InSlot = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Runs at most `slots` tasks concurrently; others wait in FIFO order.
 * @throws AppError service_unavailable from the returned function, if no slot becomes free within `longestWaitMs`
 */
export function createSlots({ slots, longestWaitMs }: { slots: number; longestWaitMs?: number }): InSlot {
  const queue = new PQueue({ concurrency: slots });
  return async (task, signal) => {
    signal?.throwIfAborted();
    // Aborts only the wait: p-queue would free the slot of a running task whose signal aborts, although the task continues.
    const wait = new AbortController();
    const cancel = () => wait.abort(signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    const refuse = () => wait.abort(new AppError('service_unavailable', { retryAfter: 1 }));
    const timer = longestWaitMs === undefined ? undefined : setTimeout(refuse, longestWaitMs);
    const begin = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      return task();
    };
    return queue.add(begin, { signal: wait.signal });
  };
}
