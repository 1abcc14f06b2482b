/** Linear from 0 at `from` to 1 at `to`, clamped beyond both. */
export function linearStep(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}

/** Hermite smoothstep from 0 at 0 to 1 at 1, clamped beyond both: the slope is 0 at either end. */
export function smoothstep(x: number): number {
  const t = Math.max(0, Math.min(1, x));
  return t * t * (3 - 2 * t);
}

/** Perlin's smootherstep: speed and acceleration are 0 at both ends, so that no movement starts or stops with a jerk. */
export function smootherstep(x: number): number {
  const t = Math.max(0, Math.min(1, x));
  return t * t * t * (t * (6 * t - 15) + 10);
}
