import { pipeline } from 'node:stream/promises';
import type { FailureCode } from '@keepsake/contract/films/videos';
import type { Deps } from '../../../deps.ts';
import { firstFrame } from '../../../providers/video/read-film.ts';
import type { ProviderGeneration, VideoProvider } from '../../../providers/video/video-provider.ts';
import { photoKey } from '../../photos/photo.queries.ts';
import type { Attempt } from './attempt.queries.ts';
import type { Lease } from './attempt-step.ts';
import { FilmCheck, type FilmFacts } from './film-check.ts';
import type { StoredFilm } from '../film.queries.ts';

/** The film was not stored: the provider's file is incomplete, or the storage failed. */
export class FilmNotStored extends Error {
  override name = 'FilmNotStored';
  readonly code: FailureCode;

  constructor(code: 'film_unreadable' | 'storage', cause: Error) {
    // A storage error is worded for customers; administrators need its cause.
    super(cause.cause instanceof Error ? `${cause.message} (${cause.cause.message})` : cause.message, { cause });
    this.code = code;
  }
}

/**
 * Copies a film unchanged into the storage and checks it on the way; only a complete, playable film is kept. The storage keys are derived from the
 * attempt, so a repeated step replaces its own files and no others.
 * @throws FilmNotStored
 */
export async function storeFilm(
  deps: Deps,
  lease: Lease,
  provider: VideoProvider,
  generation: ProviderGeneration,
): Promise<StoredFilm> {
  const { filmKey, posterKey } = filmKeys(lease.attempt.id);
  const kept = await storeCheckedFilm(deps, filmKey, () => provider.download(generation, lease.signal));
  const hasPoster = await storePoster(deps, lease.attempt, provider, generation).catch((error: Error) => {
    throw new FilmNotStored('storage', error);
  });
  return { filmKey, posterKey: hasPoster ? posterKey : null, report: generation.report, ...kept };
}

/** Streams a film into the storage and checks it on the way; only a complete, playable film is kept. @throws FilmNotStored */
export async function storeCheckedFilm(
  { storage }: Deps,
  key: string,
  download: () => ReturnType<VideoProvider['download']>,
): Promise<{ bytes: number; sha256: Buffer } & FilmFacts> {
  const { stream, bytes: announced } = await download().catch((error: Error) => {
    throw new FilmNotStored('film_unreadable', error);
  });
  const check = new FilmCheck(announced);
  const flowing = pipeline(stream, check).catch(() => undefined);
  try {
    const { bytes, sha256 } = await storage.put(key, check, 'video/mp4');
    return { bytes, sha256, ...check.facts };
  } catch (error) {
    throw new FilmNotStored(check.errored ? 'film_unreadable' : 'storage', check.errored ?? (error as Error));
  } finally {
    check.destroy();
    await flowing;
  }
}

export function filmKeys(attemptId: string): { filmKey: string; posterKey: string } {
  return { filmKey: `films/${attemptId}.mp4`, posterKey: `posters/${attemptId}.jpg` };
}

export async function removeFilmFiles(deps: Deps, attemptId: string): Promise<void> {
  const { filmKey, posterKey } = filmKeys(attemptId);
  await deps.storage.remove(filmKey);
  await deps.storage.remove(posterKey);
}

/** Stores the poster of a film: the provider's, else the film's first frame, else the photo. @returns whether there is one */
async function storePoster(
  deps: Deps,
  attempt: Attempt,
  provider: VideoProvider,
  generation: ProviderGeneration,
): Promise<boolean> {
  const { filmKey, posterKey } = filmKeys(attempt.id);
  const frameOf = (key: string) =>
    deps.storage.withLocalFile(key, firstFrame).catch((error: Error) => {
      deps.log.warn({ attemptId: attempt.id, err: error }, 'poster could not be made');
    });
  const picture =
    (await provider.poster(generation)) ??
    (await frameOf(filmKey)) ??
    (await frameOf(photoKey(attempt.request.photo.filename)));
  if (picture) await deps.storage.put(posterKey, picture, 'image/jpeg');
  return picture !== undefined;
}
