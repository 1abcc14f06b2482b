/** Lets `slots` pieces of work run at once; the others wait in the order in which they came, or until their signal fires. */
export function createSemaphore(slots: number) {
  let free = slots;
  const waiting: (() => void)[] = [];
  const enter = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return resolve();
      }
      const leaveQueue = () => {
        waiting.splice(waiting.indexOf(proceed), 1);
        reject(signal.reason);
      };
      const proceed = () => {
        signal.removeEventListener('abort', leaveQueue);
        resolve();
      };
      signal.addEventListener('abort', leaveQueue, { once: true });
      waiting.push(proceed);
    });
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    await enter(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
