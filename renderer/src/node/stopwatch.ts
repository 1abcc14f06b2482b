/** Adds up the time that a run of steps takes, by stage. */
export interface Stopwatch {
  /** The time since the last lap belongs to this stage. */
  lap(stage: string): void;
  /** Whole milliseconds per stage, and in all. */
  report(): Record<string, number>;
}

export function createStopwatch(): Stopwatch {
  const start = performance.now();
  const stages = new Map<string, number>();
  let last = start;
  return {
    lap(stage) {
      const now = performance.now();
      stages.set(stage, (stages.get(stage) ?? 0) + now - last);
      last = now;
    },
    report() {
      const laps = [...stages, ['total', last - start] as const];
      return Object.fromEntries(laps.map(([stage, ms]) => [stage, Math.round(ms)]));
    },
  };
}
