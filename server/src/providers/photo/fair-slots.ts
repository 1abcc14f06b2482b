/** Whose work it is, and what it takes. */
export interface Claim {
  /** Work of the same owner waits for each other; owners are served round-robin, however much each of them has waiting. */
  owner: string;
  /** How many pieces of the owner's work may run at once. */
  most?: number;
  /** Needs much memory: few of these run at once, and others pass those that wait. */
  isLarge?: boolean;
}

export interface FairSlots {
  /** Runs work when it has a slot. */
  run<T>(claim: Claim, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  claim: Claim;
  start: () => void;
}

export function createFairSlots({ atOnce, largeAtOnce }: { atOnce: number; largeAtOnce: number }): FairSlots {
  const running = new Set<Claim>();
  /** By owner; whoever was served last comes last. */
  const waiting = new Map<string, Waiting[]>();

  function hasRoom({ owner, most = 1, isLarge = false }: Claim): boolean {
    const others = [...running];
    if (others.length >= atOnce) return false;
    if (isLarge && others.filter((claim) => claim.isLarge).length >= largeAtOnce) return false;
    return others.filter((claim) => claim.owner === owner).length < most;
  }

  function moveToEnd(owner: string, line = waiting.get(owner)): void {
    waiting.delete(owner);
    if (line && line.length > 0) waiting.set(owner, line);
  }

  function startNext(): void {
    for (const [owner, [next, ...rest]] of waiting) {
      if (running.size >= atOnce) return;
      if (!next || !hasRoom(next.claim)) continue;
      // Comes up again at the end of this very round.
      moveToEnd(owner, rest);
      running.add(next.claim);
      next.start();
    }
  }

  return {
    async run(claim, work) {
      const own = { ...claim };
      await new Promise<void>((start) => {
        const line = waiting.get(own.owner);
        if (line) line.push({ claim: own, start });
        else waiting.set(own.owner, [{ claim: own, start }]);
        startNext();
      });
      try {
        return await work();
      } finally {
        running.delete(own);
        // Those who came meanwhile go first.
        moveToEnd(own.owner);
        startNext();
      }
    },
  };
}
