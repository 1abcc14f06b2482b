export interface Slots {
  /** Runs work when there is room for its weight, first come, first served. */
  run<T>(weight: number, work: () => Promise<T>): Promise<T>;
}

/** Room for work of so much weight in all, and for so many pieces at once. A piece that weighs more than all runs alone. */
export function createWeightedSlots(capacity: number, pieces: number): Slots {
  let free = capacity;
  const waiting: { weight: number; start: () => void }[] = [];

  const startNext = () => {
    for (let next = waiting[0]; next && next.weight <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.weight;
      next.start();
    }
  };
  return {
    async run(weight, work) {
      const taken = Math.min(capacity, Math.max(weight, capacity / pieces));
      await new Promise<void>((start) => {
        waiting.push({ weight: taken, start });
        startNext();
      });
      try {
        return await work();
      } finally {
        free += taken;
        startNext();
      }
    },
  };
}
