import PQueue from 'p-queue';

export type RunInTurn = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Runs administrators' GET calls one at a time, so that ten of them who poll do not slow down customers.
 * @param longestMs after this time the next call starts, although the one before (it may wait for an outside service) still runs
 */
export function createAdminReads(longestMs: number): RunInTurn {
  const queue = new PQueue({ concurrency: 1, timeout: longestMs });
  return <T>(read: () => Promise<T>) => {
    const { promise, resolve } = Promise.withResolvers<T>();
    const begin = () => {
      const answer = read();
      resolve(answer);
      return answer;
    };
    // This promise rejects with the call's own error, which the caller gets anyway, or with the queue's timeout.
    queue.add(begin).catch(() => undefined);
    return promise;
  };
}
