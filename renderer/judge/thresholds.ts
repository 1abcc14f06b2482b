/** Thresholds for an effect to count as shown, fixed before any effect was tuned. Lengths are in eye distances. */
export const THRESHOLDS = {
  samplesPerSecond: 12,
  /** Number of consecutive samples. */
  held: 3,
  /** Minimum ratio of every measure to that of the larger control. */
  overControl: 3,
  smile: { cornersRise: 0.035, mouthWidens: 0.06 },
  turn: { yawSwing: 0.25 },
  wink: { closingAtMost: 0.82, otherAtLeast: 0.85, gap: 0.15, yawAtMost: 0.1, leastFaceWidth: 100 },
  /** Minimum PSNR in dB against the first frame, outside the widened head boxes. */
  background: 40,
  /** Maximum descriptor distance between a face at rest and in motion. */
  identity: 0.5,
  /** Measured yaw beyond which a face is a near profile and is not animated. */
  nearProfile: 0.55,
} as const;

/** Minimum shares for photos that the effects were not tuned on. */
export const BARS = {
  shown: { smile: 0.95, turn: 0.97, wink: 0.95 },
  /** Share of group photos in which every face shows the effect. */
  groups: 5 / 6,
  crossPassing: 0.1,
} as const;
