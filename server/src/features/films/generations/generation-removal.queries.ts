import { sql, type Queryable, type Sql, type Tx } from '../../../platform/db.ts';

/** What a provider may still hold of an attempt that nobody needs any more. */
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
 * Notes everything that was asked of providers for these photos, before their rows go. It falls due when no worker can hold the
 * attempt any more: until then whoever holds it cleans up behind itself. The attempts stay locked, so that none is asked meanwhile.
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

/** Attempts that were never sent left nothing anywhere. What is noted already falls due at the earlier time. */
async function insertRemovals(tx: Tx, condition: Sql, dueAt: Sql): Promise<void> {
  await tx.run(sql`
    insert into generation_removals (attempt_id, provider, provider_url, provider_generation_id, token, sendable_until, due_at)
    select id, provider, provider_url, provider_generation_id, token, sendable_until, ${dueAt}
    from attempts where sent_at is not null and ${condition}
    ${onNoted}`);
}

const onNoted = sql`on conflict (attempt_id) do update
  set provider_generation_id = coalesce(excluded.provider_generation_id, generation_removals.provider_generation_id),
    due_at = least(generation_removals.due_at, excluded.due_at)`;

/** For a generation whose attempt is gone already. */
export async function requestOrphanRemoval(
  db: Queryable,
  attempt: { id: string; provider: string; providerUrl: string; providerGenerationId: string | null; token: string },
): Promise<void> {
  await db.run(sql`
    insert into generation_removals (attempt_id, provider, provider_url, provider_generation_id, token, sendable_until, due_at)
    values (${attempt.id}, ${attempt.provider}, ${attempt.providerUrl}, ${attempt.providerGenerationId}, ${attempt.token}, now(), now())
    ${onNoted}`);
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

/** Done with, unless more has become known of it meanwhile. @returns whether it was */
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
