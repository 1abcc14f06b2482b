import { LumaError } from './luma-error.ts';

const minute = 60_000;

/** Counts creations against the limits of an account. */
export function createAllowance(limits: { concurrent: number; createsPerMinute: number }) {
  let recent: number[] = [];
  return {
    /** Takes one creation on, or answers 429 and when to try again. */
    take(atWork: number): void {
      const now = Date.now();
      recent = recent.filter((time) => time > now - minute);
      if (atWork >= limits.concurrent) {
        throw new LumaError(429, 'Too many concurrent generations', { 'retry-after': '1' });
      }
      const [oldest = now] = recent;
      if (recent.length >= limits.createsPerMinute) {
        const seconds = Math.max(1, Math.ceil((oldest + minute - now) / 1000));
        throw new LumaError(429, 'Too many requests', { 'retry-after': String(seconds) });
      }
      recent.push(now);
    },
  };
}
