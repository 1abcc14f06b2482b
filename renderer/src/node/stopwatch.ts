/** Measures the time of successive steps, summed by stage. */
export interface Stopwatch {
  /** Adds the time since the last lap to a stage. */
  lap(stage: string): void;
  /** Milliseconds, rounded, per stage and in total. */
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
