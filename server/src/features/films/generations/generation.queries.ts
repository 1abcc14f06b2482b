import type { Clock } from '../../../platform/clock.ts';
import { sql, type Queryable, type Sql, type Tx } from '../../../platform/database/db.ts';

/** What a provider may still hold of an attempt that no order needs any more. */
export interface GenerationRemoval {
  attemptId: string;
  provider: string;
  providerUrl: string;
  providerGenerationId: string | null;
  token: string;
  sendableUntil: Date;
  missingListings: number;
  tries: number;
  /** The database's time when it was claimed. */
  now: Date;
}

/**
 * Schedules the removal of everything that providers hold of these photos, before their rows are deleted. It is due when no worker can hold the
 * attempt any more: until then its holder cleans up itself. The attempts stay locked, so that none is sent meanwhile.
 */
export async function requestGenerationRemovals(tx: Tx, photoIds: string[]): Promise<void> {
  const isOfPhotos = sql`film_id in (select id from films where photo_id = any(${photoIds}::uuid[]))`;
  await tx.query(sql`select id from attempts where ${isOfPhotos} order by id for update`);
  await insertRemovals(tx, sql`${isOfPhotos} and copy_removed_at is null`, sql`greatest(now(), lease_until)`);
}

/** Notes that the provider's copy of an attempt's film is not needed after a while. */
export async function requestRemoval(tx: Tx, attemptId: string, afterMs: number): Promise<void> {
  await insertRemovals(tx, sql`id = ${attemptId}`, sql`now() + ${afterMs}::int * interval '1 millisecond'`);
}

/** Skips attempts that were never sent. A removal that is recorded already becomes due at the earlier time. */
async function insertRemovals(tx: Tx, condition: Sql, dueAt: Sql): Promise<void> {
  await tx.run(sql`
    insert into generation_removals (attempt_id, provider, provider_url, provider_generation_id, token, sendable_until, due_at)
    select id, provider, provider_url, provider_generation_id, token, sendable_until, ${dueAt}
    from attempts where sent_at is not null and ${condition}
    ${onRecorded}`);
}

const onRecorded = sql`on conflict (attempt_id) do update
  set provider_generation_id = coalesce(excluded.provider_generation_id, generation_removals.provider_generation_id),
    due_at = least(generation_removals.due_at, excluded.due_at)`;

/** For a generation whose attempt was deleted already. */
export async function requestOrphanRemoval(
  db: Queryable,
  attempt: { id: string; provider: string; providerUrl: string; providerGenerationId: string | null; token: string },
): Promise<void> {
  await db.run(sql`
    insert into generation_removals (attempt_id, provider, provider_url, provider_generation_id, token, sendable_until, due_at)
    values (${attempt.id}, ${attempt.provider}, ${attempt.providerUrl}, ${attempt.providerGenerationId}, ${attempt.token}, now(), now())
    ${onRecorded}`);
}

/** Takes up to `count` due removals for a while; one that is not finished by then is due again. */
export function claimRemovals(db: Queryable, count: number, forMs: number): Promise<GenerationRemoval[]> {
  return db.query(sql`
    update generation_removals set tries = tries + 1, due_at = now() + ${forMs}::int * interval '1 millisecond'
    where attempt_id in (
      select attempt_id from generation_removals where due_at <= now() order by due_at, attempt_id limit ${count} for update skip locked
    )
    returning attempt_id, provider, provider_url, provider_generation_id, token, sendable_until, missing_listings, tries, now() as now`);
}

export async function postponeRemoval(
  db: Queryable,
  attemptId: string,
  missingListings: number,
  afterMs: number,
): Promise<void> {
  await db.run(sql`
    update generation_removals set missing_listings = ${missingListings}, due_at = now() + ${Math.round(afterMs)}::int * interval '1 millisecond'
    where attempt_id = ${attemptId}`);
}

/** Deletes a finished removal, unless its generation id was found meanwhile. @returns whether it was deleted */
export async function deleteRemoval(
  db: Queryable,
  { attemptId, providerGenerationId }: GenerationRemoval,
): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from generation_removals
    where attempt_id = ${attemptId} and provider_generation_id is not distinct from ${providerGenerationId}`);
  return deleted === 1;
}

export async function hasDueRemovals(db: Queryable): Promise<boolean> {
  return (await db.first(sql`select 1 from generation_removals where due_at <= now() limit 1`)) !== undefined;
}

/** Whether a film lies under this attempt's name that a customer can see. */
export async function isFilmInUse(db: Queryable, filmKey: string): Promise<boolean> {
  return (await db.first(sql`select 1 from films where film_key = ${filmKey}`)) !== undefined;
}

/** The deletion of everything that a video service holds and no order needs. */
export interface GenerationDeletion {
  id: string;
  provider: string;
  providerUrl: string;
  state: 'running' | 'done' | 'failed';
  /** How many the service holds; null until its list was read. */
  total: number | null;
  deleted: number;
  skipped: number;
  reason: string | null;
  /** Null once the account is gone. */
  requestedBy: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

const columns = sql`
  id, provider, provider_url, state, total, deleted, skipped, reason, requested_by, created_at, ended_at`;

export type NewGenerationDeletion = Pick<GenerationDeletion, 'id' | 'provider' | 'providerUrl'> & { userId: string };

/** Undefined where one is running already. */
export function insertGenerationDeletion(
  db: Queryable,
  { id, provider, providerUrl, userId }: NewGenerationDeletion,
): Promise<GenerationDeletion | undefined> {
  return db.first(sql`
    insert into generation_deletions (id, provider, provider_url, requested_by, created_at)
    values (${id}, ${provider}, ${providerUrl}, ${userId}, app_now())
    on conflict do nothing returning ${columns}`);
}

export function findLatestGenerationDeletion(db: Queryable): Promise<GenerationDeletion | undefined> {
  return db.first(
    sql`select ${columns} from generation_deletions order by (state = 'running') desc, created_at desc, id desc limit 1`,
  );
}

export function runningGenerationDeletion(db: Queryable, id: string): Promise<GenerationDeletion | undefined> {
  return db.first(sql`select ${columns} from generation_deletions where id = ${id} and state = 'running'`);
}

/** Records how many generations the service still holds. */
export async function recordGenerationsFound(db: Queryable, id: string, found: number): Promise<void> {
  await db.run(sql`update generation_deletions set total = deleted + ${found}, skipped = 0 where id = ${id}`);
}

export async function recordGenerationsHandled(
  db: Queryable,
  id: string,
  { deleted, skipped }: { deleted: number; skipped: number },
): Promise<void> {
  await db.run(sql`
    update generation_deletions set deleted = deleted + ${deleted}, skipped = skipped + ${skipped} where id = ${id}`);
}

export async function endGenerationDeletion(
  db: Queryable,
  id: string,
  end: { state: 'done' } | { state: 'failed'; reason: string },
): Promise<void> {
  await db.run(sql`
    update generation_deletions set state = ${end.state}, reason = ${'reason' in end ? end.reason : null}, ended_at = app_now()
    where id = ${id} and state = 'running'`);
}

/** Records generations that were not requested, each once. @returns those that are new */
export async function insertDuplicates(
  db: Queryable,
  clock: Clock,
  { provider, attemptId, generationIds }: { provider: string; attemptId: string; generationIds: string[] },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    insert into duplicate_generations (provider, provider_generation_id, attempt_id, found_at)
    select ${provider}, id, ${attemptId}, ${clock.now()} from unnest(${generationIds}::text[]) as id
    on conflict do nothing returning provider_generation_id as id`);
  return rows.map(({ id }) => id);
}

export async function countDuplicates(db: Queryable): Promise<number> {
  const row = await db.first<{ found: number }>(sql`select count(*) as found from duplicate_generations`);
  return row?.found ?? 0;
}
