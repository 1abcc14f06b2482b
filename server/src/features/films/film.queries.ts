import type { Translated } from '@keepsake/contract/primitives';
import type { FailureCode } from '@keepsake/contract/videos';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Queryable, type Tx } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import type { FilmFacts } from './attempts/mp4-facts.ts';

export interface NewVersion {
  bucketId: string;
  contentId: string;
  promptId: string;
  number: number;
  action: object;
  prompt: string;
  effect: string;
  seed: number;
  /** Of a film that was not bought but given. */
  creditId?: string;
}

export async function insertVersion(tx: Tx, clock: Clock, version: NewVersion): Promise<void> {
  await tx.run(sql`
    insert into versions (id, bucket_id, content_id, prompt_id, number, action, prompt, effect, seed, credit_id, created_at)
    values (${newId()}, ${version.bucketId}, ${version.contentId}, ${version.promptId}, ${version.number},
      ${JSON.stringify(version.action)}::jsonb, ${version.prompt}, ${version.effect}, ${version.seed}, ${version.creditId ?? null}, ${clock.now()})`);
}

export interface SoldVersion {
  promptId: string | null;
  number: number;
  action: Translated;
  prompt: string;
  effect: string;
}

/** The films of a photo of this set, as they were sold. */
export function soldVersions(tx: Tx, bucketId: string, contentId: string): Promise<SoldVersion[]> {
  return tx.query(sql`
    select prompt_id, number, action, prompt, effect from versions
    where bucket_id = ${bucketId} and content_id = ${contentId} order by number`);
}

export interface WaitingVersion {
  id: string;
  prompt: string;
  effect: string;
  seed: number;
  filename: string;
  width: number;
  height: number;
}

/**
 * Up to `count` versions whose turn it is, locked: one after the other from each customer, those first who have the fewest films
 * in the making, then the oldest.
 */
export async function nextWaitingVersions(tx: Tx, count: number): Promise<WaitingVersion[]> {
  const turns = await tx.query<{ id: string }>(sql`
    with alive as (
      select b.user_id, count(*) as films from attempts a join versions v on v.id = a.version_id join buckets b on b.id = v.bucket_id
      where a.state in ('submitting', 'unknown', 'submitted') group by b.user_id
    ), waiting as (
      select v.id, coalesce(v.last_retry_at, v.created_at) as since, coalesce(alive.films, 0) + row_number() over (
        partition by b.user_id order by coalesce(v.last_retry_at, v.created_at), v.id) as turn
      from versions v join buckets b on b.id = v.bucket_id left join alive on alive.user_id = b.user_id
      where v.state in ('queued', 'retry_pending') and (v.try_after is null or v.try_after <= now())
    )
    select id from waiting order by turn, since, id limit ${count}`);
  const locked = await tx.query<WaitingVersion>(sql`
    select v.id, v.prompt, v.effect, v.seed, c.filename, c.width, c.height
    from versions v join contents c on c.id = v.content_id
    where v.id = any(${turns.map(({ id }) => id)}::uuid[]) and v.state in ('queued', 'retry_pending')
    for update of v skip locked`);
  const order = new Map(turns.map(({ id }, place) => [id, place]));
  return locked.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

export async function startVersion(tx: Tx, clock: Clock, id: string): Promise<void> {
  await tx.run(
    sql`update versions set state = 'creating', started_at = coalesce(started_at, ${clock.now()}), try_after = null where id = ${id}`,
  );
}

/** How long until the next version may be asked for again; undefined where none waits. */
export async function nextTryMs(db: Queryable): Promise<number | undefined> {
  const row = await db.first<{ ms: number | null }>(sql`
    select min(greatest(0, extract(epoch from coalesce(try_after, now()) - now()) * 1000))::int as ms
    from versions where state in ('queued', 'retry_pending')`);
  return row?.ms ?? undefined;
}

export interface LockedVersion {
  id: string;
  bucketId: string;
  contentId: string;
  userId: string;
  state: 'queued' | 'creating' | 'done' | 'failed' | 'retry_pending';
  failures: number;
  losses: number;
  /** It was not bought but given. */
  given: boolean;
}

/** Locks the set, then the version; undefined where either is gone. */
export async function lockVersion(tx: Tx, id: string): Promise<LockedVersion | undefined> {
  const bucket = await tx.first<{ userId: string }>(sql`
    select b.user_id from buckets b where b.id = (select bucket_id from versions where id = ${id}) for update`);
  const version = await tx.first<Omit<LockedVersion, 'userId'>>(sql`
    select id, bucket_id, content_id, state, failures, losses, credit_id is not null as given from versions
    where id = ${id} for update`);
  return bucket && version && { ...version, userId: bucket.userId };
}

export interface StoredFilm extends FilmFacts {
  filmKey: string;
  posterKey: string | null;
  bytes: number;
  sha256: Buffer;
  report: object | null;
}

export async function setVersionDone(tx: Tx, clock: Clock, id: string, film: StoredFilm): Promise<void> {
  await tx.run(sql`
    update versions set state = 'done', done_at = ${clock.now()}, failure_code = null, failure_reason = null, try_after = null,
      film_key = ${film.filmKey}, film_sha256 = ${film.sha256}, film_bytes = ${film.bytes}, film_width = ${film.width},
      film_height = ${film.height}, film_duration_ms = ${film.durationMs}, poster_key = ${film.posterKey},
      report = ${film.report && JSON.stringify(film.report)}::jsonb
    where id = ${id}`);
}

export async function setVersionFailed(tx: Tx, id: string, code: FailureCode, reason: string): Promise<void> {
  await tx.run(
    sql`update versions set state = 'failed', failure_code = ${code}, failure_reason = ${reason}, try_after = null where id = ${id}`,
  );
}

/** Back to the end of its customer's queue, not before `afterMs`. */
export async function requeueVersion(
  tx: Tx,
  version: LockedVersion,
  counts: { failures?: number; losses?: number },
  afterMs: number,
): Promise<void> {
  await tx.run(sql`
    update versions set state = 'queued', failures = ${counts.failures ?? version.failures}, losses = ${counts.losses ?? version.losses},
      try_after = case when ${afterMs}::int > 0 then now() + ${afterMs}::int * interval '1 millisecond' end
    where id = ${version.id}`);
}

/** The failed versions of a photo are to be asked for again. @returns how many */
export function retryFailedVersions(tx: Tx, clock: Clock, contentId: string): Promise<number> {
  return tx.run(sql`
    update versions set state = 'retry_pending', retry_count = retry_count + 1, last_retry_at = ${clock.now()}, failures = 0, losses = 0,
      try_after = null
    where content_id = ${contentId} and state = 'failed'`);
}

/** Films that were paid and are open, over all customers. */
export async function countOpen(db: Queryable): Promise<{ waiting: number; making: number; unknown: number }> {
  const row = await db.first<{ waiting: number; making: number; unknown: number }>(sql`
    select count(*) filter (where state in ('queued', 'retry_pending')) as waiting, count(*) filter (where state = 'creating') as making,
      (select count(*) from attempts where state = 'unknown') as unknown
    from versions where state in ('queued', 'creating', 'retry_pending')`);
  return row ?? { waiting: 0, making: 0, unknown: 0 };
}

/** How far a set has come. */
export async function countVersions(tx: Tx, bucketId: string): Promise<{ open: number; done: number; failed: number }> {
  const row = await tx.first<{ open: number; done: number; failed: number }>(sql`
    select count(*) filter (where state in ('queued', 'creating', 'retry_pending')) as open,
      count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed
    from versions where bucket_id = ${bucketId}`);
  return row ?? { open: 0, done: 0, failed: 0 };
}

/** What of a set could not be made, as its customer knows it. */
export function failedFilms(
  tx: Tx,
  bucketId: string,
): Promise<{ photo: string; action: Translated; number: number; failureCode: FailureCode }[]> {
  return tx.query(sql`
    select c.original_name as photo, v.action, v.number, v.failure_code from versions v join contents c on c.id = v.content_id
    where v.bucket_id = ${bucketId} and v.state = 'failed' order by v.created_at, v.id`);
}

/** Notes, once per set, that its owner is told. @returns whether this was the first time */
export async function markReadyMail(tx: Tx, clock: Clock, bucketId: string): Promise<boolean> {
  const touched = await tx.run(
    sql`update buckets set ready_mail_at = ${clock.now()} where id = ${bucketId} and ready_mail_at is null`,
  );
  return touched === 1;
}
