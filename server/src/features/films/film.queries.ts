import type { Translated } from '@keepsake/contract/primitives';
import type { FailureCode } from '@keepsake/contract/films/videos';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { any, appNow, databaseNow, later, literals } from '../../platform/database/expressions.ts';
import { toJson } from '../../platform/database/json.ts';
import { newId } from '../../platform/ids.ts';
import type { FilmFacts } from './attempts/film-check.ts';

declare module '../../platform/database/json.ts' {
  interface JsonColumns {
    'films.action': Translated;
    'films.report': object;
  }
}

/** States of films that no worker makes now. */
export const waitingFilmStates = literals('queued', 'retry_pending');
/** States of films that have still to be made. */
export const openFilmStates = literals('queued', 'creating', 'retry_pending');

export interface NewFilm {
  bucketId: string;
  photoId: string;
  promptId: string;
  number: number;
  action: Translated;
  prompt: string;
  effect: string;
  seed: number;
  /** The replacement of the effect that the customer agreed to. */
  agreedTo?: string | null | undefined;
  /** For a film that an administrator granted: its credit. */
  creditId?: string;
}

/** Films per insert statement: the number of its parameters is limited. */
const insertedAtOnce = 500;

export async function insertFilms(tx: Tx, films: NewFilm[]): Promise<void> {
  for (let from = 0; from < films.length; from += insertedAtOnce) {
    const rows = films.slice(from, from + insertedAtOnce).map(({ action, creditId, agreedTo, ...film }) => ({
      id: newId(),
      ...film,
      action: toJson(action),
      agreedTo: agreedTo ?? null,
      creditId: creditId ?? null,
      createdAt: appNow,
    }));
    await tx.insertInto('films').values(rows).execute();
  }
}

export interface SoldFilm {
  promptId: string | null;
  number: number;
  action: Translated;
  prompt: string;
  effect: string;
  seed: number;
  /** The replacement of the effect that the customer agreed to. */
  agreedTo: string | null;
}

/** The films of a photo, as they were sold. */
export function soldFilms(tx: Tx, bucketId: string, photoId: string): Promise<SoldFilm[]> {
  return tx
    .selectFrom('films')
    .where('bucketId', '=', bucketId)
    .where('photoId', '=', photoId)
    .select(['promptId', 'number', 'action', 'prompt', 'effect', 'seed', 'agreedTo'])
    .orderBy('number')
    .execute();
}

/** The photo and the effect of the films that an administrator granted at once; undefined once the photo is deleted. */
export function grantedEffect(
  tx: Tx,
  creditId: string,
): Promise<{ photoId: string; promptId: string | null } | undefined> {
  return tx
    .selectFrom('films')
    .where('creditId', '=', creditId)
    .select(['photoId', 'promptId'])
    .limit(1)
    .executeTakeFirst();
}

export async function startFilm(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('films')
    .where('id', '=', id)
    .set(({ fn }) => ({
      state: 'creating',
      startedAt: fn.coalesce('startedAt', fn<Date>('greatest', ['createdAt', appNow])),
      tryAfter: null,
    }))
    .execute();
}

export interface LockedFilm {
  id: string;
  bucketId: string;
  photoId: string;
  userId: string;
  state: 'queued' | 'creating' | 'done' | 'failed' | 'retry_pending';
  failures: number;
  losses: number;
  /** The replacement of the effect that the customer agreed to. */
  agreedTo: string | null;
  /** Whether an administrator granted it, instead of the customer buying it. */
  isGranted: boolean;
}

/** Locks the bucket, then the film. Undefined if either was deleted. */
export async function lockFilm(tx: Tx, id: string): Promise<LockedFilm | undefined> {
  const bucket = await tx
    .selectFrom('buckets')
    .where('id', '=', ({ selectFrom }) => selectFrom('films').where('films.id', '=', id).select('bucketId'))
    .select('userId')
    .forUpdate()
    .executeTakeFirst();
  const film = await tx
    .selectFrom('films')
    .where('id', '=', id)
    .select(['id', 'bucketId', 'photoId', 'state', 'failures', 'losses', 'agreedTo', 'creditId'])
    .forUpdate()
    .executeTakeFirst();
  if (!bucket || !film) return undefined;
  const { creditId, ...locked } = film;
  return { ...locked, userId: bucket.userId, isGranted: creditId !== null };
}

export interface StoredFilm extends FilmFacts {
  filmKey: string;
  posterKey: string | null;
  bytes: number;
  sha256: Buffer;
  report: object | null;
}

export async function setFilmDone(tx: Tx, id: string, film: StoredFilm): Promise<void> {
  await tx
    .updateTable('films')
    .where('id', '=', id)
    .set({
      state: 'done',
      doneAt: appNow,
      unannounced: true,
      failureCode: null,
      failureReason: null,
      tryAfter: null,
      filmKey: film.filmKey,
      filmSha256: film.sha256,
      filmBytes: film.bytes,
      filmWidth: film.width,
      filmHeight: film.height,
      filmDurationMs: film.durationMs,
      posterKey: film.posterKey,
      report: film.report && toJson(film.report),
    })
    .execute();
}

export async function setFilmFailed(tx: Tx, id: string, code: FailureCode, reason: string): Promise<void> {
  await tx
    .updateTable('films')
    .where('id', '=', id)
    .set({ state: 'failed', failureCode: code, failureReason: reason, tryAfter: null })
    .execute();
}

/** Puts a film back at the end of its customer's queue; it is due after `afterMs`. */
export async function requeueFilm(
  tx: Tx,
  { id, failures, losses }: LockedFilm,
  counts: { failures?: number; losses?: number },
  afterMs: number,
): Promise<void> {
  await tx
    .updateTable('films')
    .where('id', '=', id)
    .set({ state: 'queued', failures, losses, ...counts, tryAfter: afterMs > 0 ? later(databaseNow, afterMs) : null })
    .execute();
}

/** Counts the films of a bucket by status. */
export async function countFilms(tx: Tx, bucketId: string): Promise<{ open: number; done: number; failed: number }> {
  return tx
    .selectFrom('films')
    .where('bucketId', '=', bucketId)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', 'in', openFilmStates).as('open'),
      fn.countAll<number>().filterWhere('state', '=', 'done').as('done'),
      fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
    ])
    .executeTakeFirstOrThrow();
}

/** The films to delete, with their files: all films of a bucket, or the given ones. */
export function filmsToDelete(
  tx: Tx,
  bucketId: string,
  filmIds: string[] | 'all',
): Promise<{ id: string; filmKey: string | null; posterKey: string | null }[]> {
  return tx
    .selectFrom('films')
    .where('bucketId', '=', bucketId)
    .where(({ and, eb }) => and(filmIds === 'all' ? [] : [eb('id', '=', any(filmIds))]))
    .select(['id', 'filmKey', 'posterKey'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function deleteFilms(tx: Tx, filmIds: string[]): Promise<void> {
  await tx.deleteFrom('films').where('id', '=', any(filmIds)).execute();
}

/** Counts the unfinished films of all customers, and the attempts whose outcome at the provider is unknown. */
export async function countOpen(db: Queryable): Promise<{ waiting: number; making: number; unknown: number }> {
  return db
    .selectFrom('films')
    .where('state', 'in', openFilmStates)
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().filterWhere('state', 'in', waitingFilmStates).as('waiting'),
      fn.countAll<number>().filterWhere('state', '=', 'creating').as('making'),
      selectFrom('attempts')
        .where('attempts.state', '=', sql.lit('unknown'))
        .select(({ fn: inner }) => inner.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('unknown'),
    ])
    .executeTakeFirstOrThrow();
}

/** Records that the owner of a bucket is notified of its films. @returns false if that was recorded before */
export async function markReadyMail(tx: Tx, bucketId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('buckets')
    .where('id', '=', bucketId)
    .where('readyMailAt', 'is', null)
    .set({ readyMailAt: appNow })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records that the owner of a bucket is notified of its finished films. @returns those that were not announced before */
export function announceFilms(tx: Tx, bucketId: string): Promise<{ id: string; creditId: string | null }[]> {
  return tx
    .updateTable('films')
    .where('bucketId', '=', bucketId)
    .where('unannounced', '=', true)
    .set({ unannounced: false })
    .returning(['id', 'creditId'])
    .execute();
}

/** Records that a film with this SHA-256 was made here; outlives the film. */
export async function recordFingerprint(tx: Tx, sha256: Buffer): Promise<void> {
  await tx
    .insertInto('filmFingerprints')
    .values({ sha256, madeAt: appNow })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
}

/** When a film with this SHA-256 was made here; undefined if none was. */
export async function findFilmMadeAt(db: Queryable, sha256: Buffer): Promise<Date | undefined> {
  const found = await db
    .selectFrom('filmFingerprints')
    .where('sha256', '=', sha256)
    .select('madeAt')
    .executeTakeFirst();
  return found?.madeAt;
}
