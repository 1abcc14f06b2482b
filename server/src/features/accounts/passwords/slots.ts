import { AppError } from '../../../errors.ts';

export type InSlot = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs so many works at once, the others in their order. One that has waited too long is refused rather than left to pile up.
 * @throws AppError service_unavailable from the returned function
 */
export function createSlots(options: { slots: number; longestWaitMs: number }): InSlot {
  let free = options.slots;
  const waiting = new Set<() => void>();

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(start);
        reject(new AppError('service_unavailable', { retryAfter: 1 }));
      }, options.longestWaitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(start);
    });
  }

  function leave(): void {
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next();
    } else {
      free += 1;
    }
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
