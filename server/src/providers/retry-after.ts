/** What a Retry-After header asks for, in milliseconds: seconds or a date, and `mostMs` at most. Undefined where it says neither. */
export function readRetryAfter(value: string | undefined, mostMs: number): number | undefined {
  if (value === undefined) return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, mostMs) : undefined;
}
