/** 0 up to `from`, 1 from `to` on. */
export function share(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}
