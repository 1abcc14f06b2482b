import { EFFECTS, type EffectName } from './effects.ts';
import { RendererError } from './renderer-error.ts';

export const DURATIONS = [5, 9] as const;
export const RESOLUTIONS = ['540p', '720p', '1080p'] as const;
export const ASPECTS = ['default', '1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'] as const;

export type Duration = (typeof DURATIONS)[number];
export type Resolution = (typeof RESOLUTIONS)[number];
export type Aspect = (typeof ASPECTS)[number];

export interface AnimateRequest {
  /** A JPEG, PNG or WebP file. */
  photoPath: string;
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
  /** Says "AI-generated" in a corner of the picture; the film's metadata says it always. */
  visibleMark?: boolean;
  filmPath: string;
  posterPath: string;
}

/** Requests come from queues and command lines, so the types alone prove nothing. Throws `unsupported_option`. */
export function checkRequest(request: AnimateRequest): void {
  oneOf('effect', request.effect, EFFECTS);
  oneOf('duration', request.duration, DURATIONS);
  oneOf('resolution', request.resolution, RESOLUTIONS);
  oneOf('aspect', request.aspect, ASPECTS);
  expect('loop', request.loop, typeof request.loop === 'boolean', 'true or false');
  const { visibleMark = false } = request;
  expect('visibleMark', visibleMark, typeof visibleMark === 'boolean', 'true or false');
  const isSeed = Number.isInteger(request.seed) && request.seed >= 0 && request.seed <= 0xffffffff;
  expect('seed', request.seed, isSeed, 'a whole number from 0 to 4294967295');
  for (const name of ['photoPath', 'filmPath', 'posterPath'] as const) {
    expect(name, request[name], typeof request[name] === 'string' && request[name] !== '', 'a path');
  }
  const different = new Set([request.photoPath, request.filmPath, request.posterPath]).size === 3;
  expect('filmPath', request.filmPath, different, 'a path of its own, not that of the photo or the poster');
}

function oneOf(name: string, value: unknown, allowed: readonly unknown[]): void {
  expect(name, value, allowed.includes(value), `one of ${allowed.join(', ')}`);
}

function expect(name: string, value: unknown, isRight: boolean, expected: string): void {
  if (isRight) return;
  const shown = typeof value === 'number' ? String(value) : JSON.stringify(value);
  throw new RendererError('unsupported_option', `${name} must be ${expected}, not ${shown}.`);
}
