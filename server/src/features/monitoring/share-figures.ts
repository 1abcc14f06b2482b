/** What is made faster than this is made anew for everybody. */
const quickMs = 250;
/** Making figures takes at most a twentieth of the time, however many look. */
const keptFor = 20;
const keptAtMostMs = 60_000;

/**
 * Figures over everything there is cost more the more there is: those who look at the same time share one answer, and one that took long is
 * kept for a while.
 */
export function shareFigures<T>(make: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let kept: { figures: T; until: number } | undefined;
  const run = async () => {
    const started = performance.now();
    try {
      const figures = await make();
      const tookMs = performance.now() - started;
      kept = tookMs < quickMs ? undefined : { figures, until: started + Math.min(keptAtMostMs, keptFor * tookMs) };
      return figures;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (kept && performance.now() < kept.until) return kept.figures;
    return (running ??= run());
  };
}
