import type { EffectName } from '../core/effects.ts';
import type { Lack } from '../core/motion/choose-motion.ts';

/** What a film truly shows, for whoever ordered it and for whoever runs the renderer. */
export interface AnimateReport {
  effect: EffectName;
  /** Whether the film shows the effect that was asked for. */
  applied: boolean;
  /** What it shows instead, and why. */
  fallback?: { motion: string; code: Lack; reason: string };
  /** Faces that were animated. */
  faces: number;
  width: number;
  height: number;
  frames: number;
  fps: number;
  seed: number;
  msPerStage: Record<string, number>;
}
