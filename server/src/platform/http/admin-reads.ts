import PQueue from 'p-queue';

export type RunInTurn = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Runs the reading calls of administrators one at a time: ten who poll must not slow down customers.
 * @param longestMs after which the next one begins although the one before, which may wait for an outside service, goes on
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
    // It rejects with the answer's own error, which the caller gets, or with the queue's timeout.
    queue.add(begin).catch(() => undefined);
    return promise;
  };
}
