import PQueue from 'p-queue';

/** The owner of a task, and what the task needs. */
export interface Claim {
  /** Tasks of one owner wait for each other; owners are served round-robin, however many tasks each of them has waiting. */
  owner: string;
  /** Concurrent tasks of the owner; must be the same in all claims of one owner. */
  most?: number;
  /** Needs much memory: few of these run concurrently, and small tasks overtake those that wait. */
  isLarge?: boolean;
}

export interface FairSlots {
  /** Runs a task when it has a slot. */
  run<T>(claim: Claim, task: () => Promise<T>): Promise<T>;
}

export function createFairSlots({ atOnce, largeAtOnce }: { atOnce: number; largeAtOnce: number }): FairSlots {
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
    run: (claim, task) =>
      queueOf(claim).add(() => (claim.isLarge ? large.add(() => everybody.add(task)) : everybody.add(task))),
  };
}
