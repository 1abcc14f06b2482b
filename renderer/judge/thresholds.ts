/**
 * What an effect has to show to count as itself. Fixed before any effect was tuned; lengths are in distances of the eyes.
 */
export const THRESHOLDS = {
  samplesPerSecond: 12,
  /** For so many samples in a row. */
  held: 3,
  /** Every measure is at least so many times that of the larger control. */
  overControl: 3,
  smile: { cornersRise: 0.035, mouthWidens: 0.06 },
  turn: { yawSwing: 0.25 },
  wink: { closingAtMost: 0.82, otherAtLeast: 0.85, gap: 0.15, yawAtMost: 0.1, leastFaceWidth: 100 },
  /** Decibels against the first frame, outside the heads widened. */
  background: 40,
  /** Distance of the descriptors of one face at rest and in motion. */
  identity: 0.5,
  /** Faces seen further from the side keep still. */
  nearProfile: 0.55,
} as const;

/** What the films of photos that nobody has tuned for have to reach, as shares. */
export const BARS = {
  shown: { smile: 0.95, turn: 0.97, wink: 0.95 },
  /** Groups of which every face shows the effect. */
  groups: 5 / 6,
  crossPassing: 0.1,
} as const;
