import PQueue from 'p-queue';
import { AppError } from '../errors.ts';

/** The owner of a task, and what the task needs. */
export interface Claim {
  /** Tasks of one owner wait for each other; owners are served round-robin, however many tasks each of them has waiting. */
  owner: string;
  /** Concurrent tasks of the owner; must be the same in all claims of one owner. */
  most?: number;
  /** Further tasks of the owner are refused while so many wait. */
  mostWaiting?: number;
  /** Needs much memory: few of these run concurrently, and small tasks overtake those that wait. */
  isLarge?: boolean;
}

export interface FairSlots {
  /**
   * Runs a task when it has a slot.
   * @throws AppError rate_limited
   */
  run<T>(claim: Claim, task: () => Promise<T>): Promise<T>;
}

export function createFairSlots({ atOnce, largeAtOnce = 1 }: { atOnce: number; largeAtOnce?: number }): FairSlots {
  const everybody = new PQueue({ concurrency: atOnce });
  const large = new PQueue({ concurrency: largeAtOnce });
  const queues = new Map<string, PQueue>();

  function queueOf({ owner, most = 1 }: Claim): PQueue {
    const known = queues.get(owner);
    if (known) return known;
    const queue = new PQueue({ concurrency: most });
    queue.addEventListener('idle', () => queues.delete(owner), { once: true });
    queues.set(owner, queue);
    return queue;
  }

  return {
    // The shared slots come last, so that no task holds one while it waits: an owner's next task lines up there when the one before has ended.
    async run(claim, task) {
      const queue = queueOf(claim);
      if (queue.size >= (claim.mostWaiting ?? Infinity)) throw new AppError('rate_limited', { retryAfter: 2 });
      return queue.add(() => (claim.isLarge ? large.add(() => everybody.add(task)) : everybody.add(task)));
    },
  };
}
