/** Linear ramp from 0 at `from` to 1 at `to`, clamped on both sides. */
export function linearStep(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}

/** Hermite smoothstep, 3x² − 2x³ on 0 to 1, clamped; its slope is 0 at both ends. */
export function smoothstep(x: number): number {
  const t = Math.max(0, Math.min(1, x));
  return t * t * (3 - 2 * t);
}

/** Perlin's smootherstep, 6x⁵ − 15x⁴ + 10x³, clamped; speed and acceleration are 0 at both ends. */
export function smootherstep(x: number): number {
  const t = Math.max(0, Math.min(1, x));
  return t * t * t * (t * (6 * t - 15) + 10);
}
