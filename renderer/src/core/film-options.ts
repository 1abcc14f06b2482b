import type { EffectName } from './effects.ts';

export const DURATIONS = [5, 9] as const;
export const RESOLUTIONS = ['540p', '720p', '1080p'] as const;
export const ASPECTS = ['default', '1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'] as const;

export type Duration = (typeof DURATIONS)[number];
export type Resolution = (typeof RESOLUTIONS)[number];
export type Aspect = (typeof ASPECTS)[number];

export interface FilmOptions {
  effect: EffectName;
  /** uint32; another seed is a visibly different film, the same seed the same bytes. */
  seed: number;
  /** Seconds. */
  duration: Duration;
  /** The short side of the film. */
  resolution: Resolution;
  /** `default` keeps the photo's own shape and crops nothing. */
  aspect: Aspect;
  /** The last frame leads back into the first. */
  loop: boolean;
}
