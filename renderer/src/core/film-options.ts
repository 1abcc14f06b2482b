import type { EffectName } from './effects.ts';

/** Seconds. 3 is the loop of a preview. */
export const DURATIONS = [3, 5, 9] as const;
export const RESOLUTIONS = ['540p', '720p', '1080p'] as const;
export const ASPECTS = ['default', '1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'] as const;

/** Frames per second. */
export const FPS = 24;
/** Least side of a photo, in pixels. */
export const MIN_PHOTO_SIDE = 64;

export type Duration = (typeof DURATIONS)[number];
export type Resolution = (typeof RESOLUTIONS)[number];
export type Aspect = (typeof ASPECTS)[number];

export interface FilmOptions {
  effect: EffectName;
  /** uint32. The same seed gives the same bytes; another seed gives a visibly different film. */
  seed: number;
  /** Seconds. */
  duration: Duration;
  /** The film's short side. */
  resolution: Resolution;
  /** `default` keeps the photo's shape and crops nothing. */
  aspect: Aspect;
  /** Whether the last frame leads back to the first. */
  loop: boolean;
}
