import type { TestContext } from 'vitest';
import type { Deps } from '../src/deps.ts';
import { sql, type RawBuilder } from 'kysely';
import { allRows, firstRow, runStatement } from './statements.ts';
import { photoKey, orderOfBucket } from '../src/features/photos/photo.queries.ts';
import { leaseAttempt, type Lease } from '../src/features/films/attempts/attempt-step.ts';
import { createFilms } from '../src/features/films/create-films.ts';
import { fillSlotsJob } from '../src/features/films/attempts/fill-slots.job.ts';
import { startWorker } from '../src/start/start-worker.ts';
import { drawPhoto } from './draw-photo.ts';
import type { TestApp, TestUser } from './harness.ts';
import { patienceMs, until } from './until.ts';
import { createPhotoSet } from './photo-set.ts';
import type { HeldGeneration, TestVideoService } from './video-service.ts';

/** A video service at whose address nobody answers: nothing is made of what is ordered. */
export const silentVideoService = { LUMAAI_API_KEY: 'key', LUMAAI_BASE_URL: 'http://127.0.0.1:9/' };

export interface FilmOrder {
  user: TestUser;
  bucketId: string;
  photoIds: string[];
}

export interface FilmState {
  id: string;
  photoId: string;
  state: string;
  failureCode: string | null;
  filmKey: string | null;
  filmSha256: Buffer | null;
  attempts: number;
}

/**
 * A paid set with real photos in storage, whose films wait to be made: per photo the number of films of each effect.
 * @param picture what all of them show: a landscape unless it is given
 */
export async function orderFilms(
  app: TestApp,
  photos: number[][] = [[1]],
  customer?: TestUser,
  picture?: Buffer,
): Promise<FilmOrder> {
  const user = customer ?? (await app.createUser());
  const { bucketId, photoIds } = await createPhotoSet(app.db, user.id, photos);
  const photo = picture ?? (await drawPhoto(800, 600).jpeg().toBuffer());
  const rows = await allRows<{ filename: string }>(
    app.db,
    sql`select filename from photos where bucket_id = ${bucketId}`,
  );
  for (const { filename } of rows) {
    const { bytes, sha256 } = await app.deps.storage.put(photoKey(filename), photo, 'image/jpeg');
    await runStatement(
      app.db,
      sql`update photos set bytes = ${bytes}, sha256 = ${sha256} where filename = ${filename}`,
    );
  }
  await app.db.transaction().execute(async (tx) => {
    await runStatement(tx, sql`update buckets set status = 'paid', paid_at = app_now() where id = ${bucketId}`);
    await createFilms(tx, bucketId, await orderOfBucket(tx, bucketId));
  });
  return { user, bucketId, photoIds };
}

/** The films of a set, in the order in which they were bought. */
export function filmsOf(app: TestApp, bucketId: string): Promise<FilmState[]> {
  return allRows(
    app.db,
    sql`
    select id, photo_id, state, failure_code, film_key, film_sha256,
      (select count(*) from attempts where film_id = films.id)::int as attempts
    from films where bucket_id = ${bucketId} order by created_at, id`,
  );
}

/** Waits until no film of the set is open any more, and tells how they stand. */
export async function settled(app: TestApp, bucketId: string): Promise<FilmState[]> {
  const isOpen = ({ state }: FilmState) => state !== 'done' && state !== 'failed';
  await until(
    async () => !(await filmsOf(app, bucketId)).some(isOpen),
    patienceMs,
    async () => JSON.stringify(await describe(app, bucketId)),
  );
  return filmsOf(app, bucketId);
}

/** Waits until every film of the set has this state. */
export async function filmsAre(app: TestApp, bucketId: string, state: string): Promise<void> {
  await until(
    async () => (await filmsOf(app, bucketId)).every((film) => film.state === state),
    patienceMs,
    async () => JSON.stringify(await describe(app, bucketId)),
  );
}

/** What administrators read about the films of a set. */
export async function errorsOf(app: TestApp, bucketId: string): Promise<string[]> {
  const rows = await allRows<{ errorMessage: string }>(
    app.db,
    sql`
    select error_message from error_logs where photo_id in (select id from photos where bucket_id = ${bucketId}) order by created_at, id`,
  );
  return rows.map(({ errorMessage }) => errorMessage);
}

/**
 * Changes the open attempt of a set of one film, to let time pass for it, at a moment at which no worker holds it: a worker would
 * write back what it had read.
 */
export function changeAttempt(app: TestApp, bucketId: string, assignments: RawBuilder<unknown>): Promise<void> {
  return until(async () => {
    const changed = await runStatement(
      app.db,
      sql`
      update attempts set ${assignments}
      where ended_at is null and lease_until is null and film_id in (select id from films where bucket_id = ${bucketId})`,
    );
    return changed > 0;
  });
}

function describe(app: TestApp, bucketId: string): Promise<object[]> {
  return allRows(
    app.db,
    sql`
    select films.state, films.failure_reason, attempts.state as attempt, attempts.number, attempts.failure_reason as attempt_reason,
      attempts.consecutive_failures, attempts.lease_until
    from films left join attempts on attempts.film_id = films.id where bucket_id = ${bucketId}`,
  );
}

/** The generations that the video service accepted for the films of a set, deleted ones left out. */
export async function generationsOf(
  app: TestApp,
  service: TestVideoService,
  bucketId: string,
): Promise<HeldGeneration[]> {
  const tokens = await allRows<{ token: string }>(
    app.db,
    sql`select token from attempts join films on films.id = film_id where bucket_id = ${bucketId}`,
  );
  const held = await service.generations();
  return held.filter(({ generation }) => tokens.some(({ token }) => generation.request.callback_url?.includes(token)));
}

/** What is stored about the file of a finished film, besides its keys. */
export const filmFile = { bytes: 4, sha256: Buffer.alloc(32), width: 720, height: 540, durationMs: 5000, report: null };

/** A worker with its schedules, until the end of the test; the app has to live longer, so it is that of the whole file. */
export async function work(
  t: TestContext,
  app: TestApp,
  changes: Partial<Deps> = {},
): Promise<{ stop(): Promise<void> }> {
  const worker = await startWorker({ ...app.deps, ...changes }, 4);
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await worker.stop();
    isStopped = true;
  };
  t.onTestFinished(stop);
  return { stop };
}

/** An attempt whose request has left, held by this process. */
export async function heldAttempt(app: TestApp): Promise<{ order: FilmOrder; lease: Lease; attemptId: string }> {
  const { db, deps } = app;
  const running = { signal: new AbortController().signal, attempt: 1 };
  const order = await orderFilms(app);
  await runStatement(db, sql`delete from attempts where ended_at is null`);
  await fillSlotsJob.run({}, deps, running);
  const row = await firstRow<{ id: string }>(
    db,
    sql`select a.id from attempts a join films v on v.id = film_id where bucket_id = ${order.bucketId}`,
  );
  const lease = await leaseAttempt(deps, row?.id ?? '', running.signal);
  if (!row || !lease) throw new Error('No attempt was begun');
  await lease.save({ sentAt: lease.now(), sendableUntil: lease.now() });
  return { order, lease, attemptId: row.id };
}
