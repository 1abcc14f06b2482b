import { ASPECTS, DURATIONS, RESOLUTIONS, type FilmOptions } from '../core/film-options.ts';
import { EFFECTS } from '../core/effects.ts';
import { RendererError } from '../core/renderer-error.ts';

export interface AnimateRequest extends FilmOptions {
  /** A JPEG, PNG or WebP file. */
  photoPath: string;
  /** Draws "AI-generated" into a corner of the picture. The film's metadata always says it. */
  visibleMark?: boolean;
  filmPath: string;
  posterPath: string;
}

/** Validates a request at run time, since it comes from queues and command lines. Throws `unsupported_option`. */
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
