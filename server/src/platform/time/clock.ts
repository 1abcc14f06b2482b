/** The product's own time. CLOCK_OFFSET_MS shifts it, and `app_now()` in SQL by the same amount. */
export interface Clock {
  now(): Date;
  readonly offsetMs: number;
}

export function createClock(offsetMs = 0): Clock {
  return { offsetMs, now: () => new Date(Date.now() + offsetMs) };
}
