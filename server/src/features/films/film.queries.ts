import type { Translated } from '@keepsake/contract/primitives';
import type { FailureCode } from '@keepsake/contract/videos';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import type { FilmFacts } from './attempts/film-check.ts';

export interface NewFilm {
  bucketId: string;
  photoId: string;
  promptId: string;
  number: number;
  action: object;
  prompt: string;
  effect: string;
  seed: number;
  /** Of a film that was not bought but given. */
  creditId?: string;
}

export async function insertFilm(tx: Tx, clock: Clock, film: NewFilm): Promise<void> {
  await tx.run(sql`
    insert into films (id, bucket_id, photo_id, prompt_id, number, action, prompt, effect, seed, credit_id, created_at)
    values (${newId()}, ${film.bucketId}, ${film.photoId}, ${film.promptId}, ${film.number},
      ${JSON.stringify(film.action)}::jsonb, ${film.prompt}, ${film.effect}, ${film.seed}, ${film.creditId ?? null}, ${clock.now()})`);
}

export interface SoldFilm {
  promptId: string | null;
  number: number;
  action: Translated;
  prompt: string;
  effect: string;
}

/** The films of a photo of this set, as they were sold. */
export function soldFilms(tx: Tx, bucketId: string, photoId: string): Promise<SoldFilm[]> {
  return tx.query(sql`
    select prompt_id, number, action, prompt, effect from films
    where bucket_id = ${bucketId} and photo_id = ${photoId} order by number`);
}

export interface WaitingFilm {
  id: string;
  prompt: string;
  effect: string;
  seed: number;
  filename: string;
  width: number;
  height: number;
}

/**
 * Locks up to `count` waiting films, round robin over the customers: first those who have the fewest films
 * in the making, then the oldest.
 */
export async function nextWaitingFilms(tx: Tx, count: number): Promise<WaitingFilm[]> {
  const turns = await tx.query<{ id: string }>(sql`
    with alive as (
      select b.user_id, count(*) as films from attempts a join films v on v.id = a.film_id join buckets b on b.id = v.bucket_id
      where a.state in ('submitting', 'unknown', 'submitted') group by b.user_id
    ), waiting as (
      select v.id, coalesce(v.last_retry_at, v.created_at) as since, coalesce(alive.films, 0) + row_number() over (
        partition by b.user_id order by coalesce(v.last_retry_at, v.created_at), v.id) as turn
      from films v join buckets b on b.id = v.bucket_id left join alive on alive.user_id = b.user_id
      where v.state in ('queued', 'retry_pending') and (v.try_after is null or v.try_after <= now())
    )
    select id from waiting order by turn, since, id limit ${count}`);
  const locked = await tx.query<WaitingFilm>(sql`
    select v.id, v.prompt, v.effect, v.seed, c.filename, c.width, c.height
    from films v join photos c on c.id = v.photo_id
    where v.id = any(${turns.map(({ id }) => id)}::uuid[]) and v.state in ('queued', 'retry_pending')
    for update of v skip locked`);
  const order = new Map(turns.map(({ id }, place) => [id, place]));
  return locked.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

export async function startFilm(tx: Tx, clock: Clock, id: string): Promise<void> {
  await tx.run(
    sql`update films set state = 'creating', started_at = coalesce(started_at, ${clock.now()}), try_after = null where id = ${id}`,
  );
}

/** Milliseconds until the next waiting film may be requested; undefined if none waits. */
export async function nextTryMs(db: Queryable): Promise<number | undefined> {
  const row = await db.first<{ ms: number | null }>(sql`
    select min(greatest(0, extract(epoch from coalesce(try_after, now()) - now()) * 1000))::int as ms
    from films where state in ('queued', 'retry_pending')`);
  return row?.ms ?? undefined;
}

export interface LockedFilm {
  id: string;
  bucketId: string;
  photoId: string;
  userId: string;
  state: 'queued' | 'creating' | 'done' | 'failed' | 'retry_pending';
  failures: number;
  losses: number;
  /** It was not bought but given. */
  given: boolean;
}

/** Locks the bucket, then the film; undefined if either was deleted. */
export async function lockFilm(tx: Tx, id: string): Promise<LockedFilm | undefined> {
  const bucket = await tx.first<{ userId: string }>(sql`
    select b.user_id from buckets b where b.id = (select bucket_id from films where id = ${id}) for update`);
  const film = await tx.first<Omit<LockedFilm, 'userId'>>(sql`
    select id, bucket_id, photo_id, state, failures, losses, credit_id is not null as given from films
    where id = ${id} for update`);
  return bucket && film && { ...film, userId: bucket.userId };
}

export interface StoredFilm extends FilmFacts {
  filmKey: string;
  posterKey: string | null;
  bytes: number;
  sha256: Buffer;
  report: object | null;
}

export async function setFilmDone(tx: Tx, clock: Clock, id: string, film: StoredFilm): Promise<void> {
  await tx.run(sql`
    update films set state = 'done', done_at = ${clock.now()}, failure_code = null, failure_reason = null, try_after = null,
      film_key = ${film.filmKey}, film_sha256 = ${film.sha256}, film_bytes = ${film.bytes}, film_width = ${film.width},
      film_height = ${film.height}, film_duration_ms = ${film.durationMs}, poster_key = ${film.posterKey},
      report = ${film.report && JSON.stringify(film.report)}::jsonb
    where id = ${id}`);
}

export async function setFilmFailed(tx: Tx, id: string, code: FailureCode, reason: string): Promise<void> {
  await tx.run(
    sql`update films set state = 'failed', failure_code = ${code}, failure_reason = ${reason}, try_after = null where id = ${id}`,
  );
}

/** Puts a film back at the end of its customer's queue, due after `afterMs`. */
export async function requeueFilm(
  tx: Tx,
  film: LockedFilm,
  counts: { failures?: number; losses?: number },
  afterMs: number,
): Promise<void> {
  await tx.run(sql`
    update films set state = 'queued', failures = ${counts.failures ?? film.failures}, losses = ${counts.losses ?? film.losses},
      try_after = case when ${afterMs}::int > 0 then now() + ${afterMs}::int * interval '1 millisecond' end
    where id = ${film.id}`);
}

/** Puts the failed films of a photo back into the queue. @returns how many */
export function retryFailedFilms(tx: Tx, clock: Clock, photoId: string): Promise<number> {
  return tx.run(sql`
    update films set state = 'retry_pending', retry_count = retry_count + 1, last_retry_at = ${clock.now()}, failures = 0, losses = 0,
      try_after = null
    where photo_id = ${photoId} and state = 'failed'`);
}

/** Films that were paid and are open, over all customers. */
export async function countOpen(db: Queryable): Promise<{ waiting: number; making: number; unknown: number }> {
  const row = await db.first<{ waiting: number; making: number; unknown: number }>(sql`
    select count(*) filter (where state in ('queued', 'retry_pending')) as waiting, count(*) filter (where state = 'creating') as making,
      (select count(*) from attempts where state = 'unknown') as unknown
    from films where state in ('queued', 'creating', 'retry_pending')`);
  return row ?? { waiting: 0, making: 0, unknown: 0 };
}

/** The films of a bucket by status. */
export async function countFilms(tx: Tx, bucketId: string): Promise<{ open: number; done: number; failed: number }> {
  const row = await tx.first<{ open: number; done: number; failed: number }>(sql`
    select count(*) filter (where state in ('queued', 'creating', 'retry_pending')) as open,
      count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed
    from films where bucket_id = ${bucketId}`);
  return row ?? { open: 0, done: 0, failed: 0 };
}

/** The failed films of a bucket, with the names that its customer gave the photos. */
export function failedFilms(
  tx: Tx,
  bucketId: string,
): Promise<{ photo: string; action: Translated; number: number; failureCode: FailureCode }[]> {
  return tx.query(sql`
    select c.original_name as photo, v.action, v.number, v.failure_code from films v join photos c on c.id = v.photo_id
    where v.bucket_id = ${bucketId} and v.state = 'failed' order by v.created_at, v.id`);
}

/** Records, once per bucket, that its owner is notified. @returns whether this was the first time */
export async function markReadyMail(tx: Tx, clock: Clock, bucketId: string): Promise<boolean> {
  const touched = await tx.run(
    sql`update buckets set ready_mail_at = ${clock.now()} where id = ${bucketId} and ready_mail_at is null`,
  );
  return touched === 1;
}

export interface ReportedFilm {
  id: string;
  photoId: string;
  action: Translated;
  report: unknown;
  doneAt: Date;
}

/** Films whose maker says what they show, newest first. */
export async function reportedFilms(
  db: Queryable,
  { page, limit }: { page: number; limit: number },
): Promise<{ films: ReportedFilm[]; total: number }> {
  const films = await db.query<ReportedFilm>(sql`
    with shown as (
      select id from films
      where report is not null and done_at is not null order by done_at desc, id limit ${limit} offset ${(page - 1) * limit}
    )
    select id, photo_id, action, report, done_at from films where id in (select id from shown) order by done_at desc, id`);
  const count = await db.first<{ total: number }>(
    sql`select count(*) as total from films where report is not null and done_at is not null`,
  );
  return { films, total: count?.total ?? 0 };
}

/** Records that a film with this SHA-256 was made here; outlives the film. */
export async function recordFingerprint(tx: Tx, clock: Clock, sha256: Buffer): Promise<void> {
  await tx.run(sql`
    insert into film_fingerprints (sha256, made_at) values (${sha256}, ${clock.now()}) on conflict (sha256) do nothing`);
}

/** When a film with this SHA-256 was made here; undefined where none was. */
export async function findFilmMadeAt(db: Queryable, sha256: Buffer): Promise<Date | undefined> {
  const row = await db.first<{ madeAt: Date }>(sql`select made_at from film_fingerprints where sha256 = ${sha256}`);
  return row?.madeAt;
}
