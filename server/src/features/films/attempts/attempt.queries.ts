import type { VideoRequest, VideoSettings } from '../../../providers/video/video-provider.ts';
import { sql, type Queryable, type Tx } from '../../../platform/database/db.ts';
import { newId, newToken } from '../../../platform/ids.ts';

/** States in which an attempt occupies a slot at its provider. */
export const activeAttemptStates = ['submitting', 'unknown', 'submitted'] as const;
/** States in which an attempt has a next step. */
export const openAttemptStates = [...activeAttemptStates, 'overdue'] as const;
export type OpenAttemptState = (typeof openAttemptStates)[number];
export type EndState = 'succeeded' | 'failed' | 'abandoned';

/** The request as decided when the attempt was created. Links that expire are signed when it is sent. */
export interface FrozenVideoRequest extends Pick<VideoRequest, 'prompt' | 'effect' | 'seed'> {
  photo: { filename: string; width: number; height: number };
  settings: VideoSettings;
}

export interface Attempt {
  id: string;
  filmId: string;
  photoId: string;
  number: number;
  token: string;
  provider: string;
  providerUrl: string;
  state: OpenAttemptState;
  request: FrozenVideoRequest;
  providerGenerationId: string | null;
  intentAt: Date;
  sentAt: Date | null;
  sendableUntil: Date | null;
  submittedAt: Date | null;
  leaseNo: number;
  missingListings: number;
  /** Since when the provider reports the film as completed without a link to it. */
  filmMissingSince: Date | null;
  consecutiveFailures: number;
}

const columns = sql`id, film_id, (select photo_id from films where films.id = film_id) as photo_id, number, token, provider, provider_url, state, request, provider_generation_id, intent_at, sent_at,
  sendable_until, submitted_at, lease_no, missing_listings, film_missing_since, consecutive_failures`;

export interface NewAttempt {
  filmId: string;
  provider: string;
  providerUrl: string;
  idOf(token: string): string | undefined;
  request: FrozenVideoRequest;
}

/** Creates an attempt, before anything is sent. @returns its id */
export async function insertAttempt(
  tx: Tx,
  { filmId, provider, providerUrl, idOf, request }: NewAttempt,
): Promise<string> {
  const id = newId();
  const token = newToken();
  await tx.run(sql`
    insert into attempts (id, film_id, number, token, provider, provider_url, state, request, provider_generation_id)
    select ${id}, ${filmId}, coalesce(max(number), 0) + 1, ${token}, ${provider}, ${providerUrl}, 'submitting',
      ${JSON.stringify(request)}::jsonb, ${idOf(token) ?? null}
    from attempts where film_id = ${filmId}`);
  return id;
}

export type LeaseTaken = { attempt: Attempt; now: Date } | { heldForMs: number } | undefined;

/** Takes the lease of an open attempt if no worker holds it; undefined if the attempt has ended or was deleted. */
export async function takeLease(tx: Tx, attemptId: string, leaseMs: number): Promise<LeaseTaken> {
  const found = await tx.first<{ heldForMs: number }>(sql`
    select coalesce(greatest(0, extract(epoch from lease_until - clock_timestamp()) * 1000), 0)::int as held_for_ms
    from attempts where id = ${attemptId} and state = any(${openAttemptStates}) for update`);
  if (!found || found.heldForMs > 0) return found;
  const attempt = await tx.first<Attempt & { now: Date }>(sql`
    update attempts set lease_no = lease_no + 1, lease_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    where id = ${attemptId} returning ${columns}, clock_timestamp() as now`);
  return attempt && { attempt, now: attempt.now };
}

/** @returns whether this worker still holds the lease */
export async function extendLease(db: Queryable, attempt: Attempt, leaseMs: number): Promise<boolean> {
  const touched = await db.run(sql`
    update attempts set lease_until = now() + ${leaseMs}::int * interval '1 millisecond'
    where id = ${attempt.id} and lease_no = ${attempt.leaseNo} and lease_until is not null`);
  return touched === 1;
}

export async function releaseLease(db: Queryable, attempt: Attempt): Promise<void> {
  await db.run(
    sql`update attempts set lease_until = null where id = ${attempt.id} and lease_no = ${attempt.leaseNo} and lease_until is not null`,
  );
}

export type AttemptChanges = Partial<
  Pick<
    Attempt,
    | 'state'
    | 'providerGenerationId'
    | 'sentAt'
    | 'sendableUntil'
    | 'submittedAt'
    | 'missingListings'
    | 'filmMissingSince'
    | 'consecutiveFailures'
  >
>;

/**
 * Saves changes, provided that lease and state are those with which the step began.
 * @returns the changed attempt; undefined if the lease was lost
 */
export function saveAttempt(
  db: Queryable,
  before: Attempt,
  changes: AttemptChanges,
  options: { release: boolean },
): Promise<Attempt | undefined> {
  const after = { ...before, ...changes };
  return db.first<Attempt>(sql`
    update attempts set state = ${after.state}, provider_generation_id = ${after.providerGenerationId}, sent_at = ${after.sentAt},
      sendable_until = ${after.sendableUntil}, submitted_at = ${after.submittedAt}, missing_listings = ${after.missingListings},
      film_missing_since = ${after.filmMissingSince}, consecutive_failures = ${after.consecutiveFailures}, lease_until = case when ${options.release}::boolean then null else lease_until end
    where id = ${before.id} and lease_no = ${before.leaseNo} and state = ${before.state}
    returning ${columns}`);
}

export interface Ending {
  state: EndState;
  failureCode?: string;
  failureReason?: string;
}

/** @returns whether this worker still held it */
export async function endAttempt(tx: Tx, attempt: Attempt, ending: Ending): Promise<boolean> {
  const touched = await tx.run(sql`
    update attempts set state = ${ending.state}, failure_code = ${ending.failureCode ?? null},
      failure_reason = ${ending.failureReason ?? null}, ended_at = now(), lease_until = null
    where id = ${attempt.id} and lease_no = ${attempt.leaseNo} and state = ${attempt.state}`);
  return touched === 1;
}

/** Abandons the unsent attempts of a film that was delivered. */
export async function abandonUnsent(tx: Tx, filmId: string): Promise<void> {
  await tx.run(sql`
    update attempts set state = 'abandoned', failure_reason = 'the film arrived from an earlier attempt', ended_at = now(),
      lease_until = null
    where film_id = ${filmId} and state = 'submitting' and sent_at is null`);
}

export async function markCopyRemoved(db: Queryable, attemptId: string): Promise<void> {
  await db.run(sql`update attempts set copy_removed_at = now() where id = ${attemptId}`);
}

export async function attemptExists(db: Queryable, attemptId: string): Promise<boolean> {
  return (await db.first(sql`select 1 from attempts where id = ${attemptId}`)) !== undefined;
}

export async function filmOfAttempt(db: Queryable, attemptId: string): Promise<string | undefined> {
  const row = await db.first<{ filmId: string }>(sql`select film_id from attempts where id = ${attemptId}`);
  return row?.filmId;
}

/** Reopens, as overdue, an ended attempt whose generation was found late. @returns false if another attempt of the film is open */
export async function reopenAttempt(tx: Tx, attemptId: string, generationId: string): Promise<boolean> {
  const touched = await tx.run(sql`
    update attempts a set state = 'overdue', provider_generation_id = ${generationId}, submitted_at = now(), ended_at = null,
      failure_code = null, failure_reason = null, lease_until = null
    where id = ${attemptId} and state in ('failed', 'abandoned') and provider_generation_id is null and not exists (
      select 1 from attempts other where other.film_id = a.film_id and other.state = any(${openAttemptStates}))`);
  return touched === 1;
}

export async function countAlive(tx: Tx, provider: string): Promise<number> {
  const row = await tx.first<{ alive: number }>(
    sql`select count(*) as alive from attempts where provider = ${provider} and state = any(${activeAttemptStates})`,
  );
  return row?.alive ?? 0;
}

/** How many films all living worker processes can render at once. */
export async function renderSlots(db: Queryable, leaseMs: number): Promise<number> {
  const row = await db.first<{ slots: number }>(sql`
    select coalesce(sum(render_slots), 0) as slots from worker_processes
    where heartbeat_at > now() - ${leaseMs}::int * interval '1 millisecond'`);
  return row?.slots ?? 0;
}

/**
 * Attempts without a worker and without a job: their worker died, or their job was lost. A job that has run for longer than a
 * lease without one is lost too: its worker could not report to the queue how it ended.
 */
export async function strandedAttempts(db: Queryable, leaseMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select a.id from attempts a
    where a.state = any(${openAttemptStates}) and case
      when a.lease_until is not null then a.lease_until < now()
      else not exists (
        select 1 from graphile_worker.jobs j where j.key = 'attempt:' || a.id and j.attempts < j.max_attempts
          and (j.locked_at is null or j.locked_at > now() - ${leaseMs}::int * interval '1 millisecond'))
    end`);
  return rows.map(({ id }) => id);
}

/** The attempt that a callback's token names. */
export function attemptOfToken(
  db: Queryable,
  token: string,
): Promise<{ id: string; state: OpenAttemptState | EndState } | undefined> {
  return db.first(sql`select id, state from attempts where token = ${token}`);
}

/**
 * What an administrator must not delete at the provider: ids and tokens of attempts that an order still needs. Of a film that failed it may
 * yet turn out that its request was accepted after all: then its generation is taken (see `reopenAttempt`).
 */
export function neededGenerations(
  db: Queryable,
  provider: string,
): Promise<{ token: string; providerGenerationId: string | null }[]> {
  return db.query(sql`
    select token, provider_generation_id from attempts where provider = ${provider} and state = any(${openAttemptStates})
    union all
    select a.token, null from films v join attempts a on a.film_id = v.id
    where v.state = 'failed' and a.provider = ${provider} and a.state in ('failed', 'abandoned') and a.provider_generation_id is null`);
}
