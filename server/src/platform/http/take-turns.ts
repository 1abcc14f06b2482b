/** Runs work when its turn has come. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

export interface TurnRules {
  atOnce: number;
  /** While others wait, a turn is followed by a rest as long as the work took, and at least so long: half of the time is left to everybody else. */
  restMs: number;
  /** Whoever has waited for so long goes ahead all the same: work that hangs holds nobody up for longer. */
  patienceMs: number;
}

/** So much work at once, the rest in the order in which it came. */
export function takeTurns({ atOnce, restMs, patienceMs }: TurnRules): Turns {
  let running = 0;
  const waiting = new Set<() => void>();

  const begin = () =>
    new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        waiting.delete(go);
        running += 1;
        resolve();
      };
      const timer = running < atOnce ? undefined : setTimeout(go, patienceMs);
      if (timer === undefined) go();
      else waiting.add(go);
    });
  const giveOn = () => {
    running -= 1;
    const [next] = waiting;
    if (running < atOnce) next?.();
  };

  return async (work) => {
    await begin();
    const begunAt = performance.now();
    try {
      return await work();
    } finally {
      if (waiting.size === 0) giveOn();
      else setTimeout(giveOn, Math.max(restMs, performance.now() - begunAt));
    }
  };
}
