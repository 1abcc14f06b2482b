/** Parses a Retry-After header, seconds or a date, into milliseconds, at most `mostMs`. Undefined if it is neither. */
export function readRetryAfter(value: string | undefined, mostMs: number): number | undefined {
  if (value === undefined) return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, mostMs) : undefined;
}
