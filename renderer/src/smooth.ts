/** From 0 to 1 without a corner at either end (smoothstep); 0 before, and 1 beyond. */
export function smooth(x: number): number {
  const t = Math.max(0, Math.min(1, x));
  return t * t * (3 - 2 * t);
}
