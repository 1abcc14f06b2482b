import { sql, type Queryable, type Tx } from '../../../platform/db.ts';

export interface ProviderPlace {
  provider: string;
  providerUrl: string;
}

/** `busy`: not now. `account`: it refuses our account. `photos`: it cannot fetch our photos. The last two are stops. */
export type StopKind = 'account' | 'photos';
export type PauseKind = 'busy' | StopKind;

export interface Pause {
  kind: PauseKind;
  reason: string;
  since: Date;
  until: Date;
  /** How long nobody may ask; 0 where the time has come, which lifts a `busy` pause and lets a stop be probed. */
  ms: number;
  tries: number;
  probeAttemptId: string | null;
}

export function pauseOf(db: Queryable, { provider, providerUrl }: ProviderPlace): Promise<Pause | undefined> {
  return db.first<Pause>(sql`
    select kind, reason, since, until, greatest(0, extract(epoch from until - now()) * 1000)::int as ms, tries, probe_attempt_id
    from provider_pauses where provider = ${provider} and provider_url = ${providerUrl}`);
}

/** Lets nobody ask this provider for a while; a longer pause that stands already stays, and a stop stays a stop. */
export async function pauseProvider(db: Queryable, place: ProviderPlace, ms: number, reason: string): Promise<void> {
  await db.run(sql`
    insert into provider_pauses as p (provider, provider_url, until, reason)
    values (${place.provider}, ${place.providerUrl}, now() + ${Math.round(ms)}::int * interval '1 millisecond', ${reason})
    on conflict (provider, provider_url) do update set until = greatest(p.until, excluded.until),
      reason = case when p.kind = 'busy' then excluded.reason else p.reason end`);
}

/** Any constant: whoever stops a provider asks for the same lock, so that one of them is the first. */
const lock = 7_265_135;

export interface NewStop {
  kind: StopKind;
  reason: string;
  /** Whose refusal it is; undefined where the account itself was looked at. */
  attemptId: string | undefined;
  firstWaitMs: number;
  longestWaitMs: number;
}

/** Stops the asking, or lengthens the wait of a stop whose probe has failed. @returns the stop's beginning, where it is new */
export async function recordStop(tx: Tx, place: ProviderPlace, stop: NewStop): Promise<Date | undefined> {
  await tx.query(sql`select pg_advisory_xact_lock(${lock})`);
  const before = await pauseOf(tx, place);
  const stands = before !== undefined && before.kind !== 'busy';
  const isEcho = stands && before.ms > 0 && stop.attemptId !== undefined && stop.attemptId !== before.probeAttemptId;
  if (isEcho) return undefined;
  const tries = stands ? before.tries + 1 : 1;
  const waitMs = Math.round(Math.min(stop.longestWaitMs, stop.firstWaitMs * 2 ** (tries - 1)));
  const row = await tx.first<{ since: Date }>(sql`
    insert into provider_pauses as p (provider, provider_url, kind, reason, tries, until)
    values (${place.provider}, ${place.providerUrl}, ${stop.kind}, ${stop.reason}, ${tries}, now() + ${waitMs}::int * interval '1 millisecond')
    on conflict (provider, provider_url) do update set kind = excluded.kind, reason = excluded.reason, tries = excluded.tries,
      until = excluded.until, since = case when p.kind = 'busy' then now() else p.since end, probe_attempt_id = null
    returning since`);
  return stands ? undefined : row?.since;
}

/** Takes the right to probe a stopped provider whose wait is over, for a while. @returns whether it is ours */
export async function claimProbe(db: Queryable, place: ProviderPlace, forMs: number): Promise<boolean> {
  const touched = await db.run(sql`
    update provider_pauses set until = now() + ${forMs}::int * interval '1 millisecond', probe_attempt_id = null
    where provider = ${place.provider} and provider_url = ${place.providerUrl} and kind <> 'busy' and until <= now()`);
  return touched === 1;
}

export async function setProbeAttempt(tx: Tx, place: ProviderPlace, attemptId: string): Promise<void> {
  await tx.run(sql`
    update provider_pauses set probe_attempt_id = ${attemptId}
    where provider = ${place.provider} and provider_url = ${place.providerUrl} and kind <> 'busy'`);
}

/** @returns whether a stop of one of these kinds stood */
export async function liftStop(db: Queryable, place: ProviderPlace, kinds: readonly StopKind[]): Promise<boolean> {
  const touched = await db.run(sql`
    delete from provider_pauses
    where provider = ${place.provider} and provider_url = ${place.providerUrl} and kind = any(${kinds})`);
  return touched === 1;
}

/** An administrator says that it works again: it is probed at once, and the waits begin anew. */
export async function probeNow(db: Queryable, place: ProviderPlace): Promise<void> {
  await db.run(sql`
    update provider_pauses set until = now(), tries = 0
    where provider = ${place.provider} and provider_url = ${place.providerUrl} and kind <> 'busy'`);
}

/** Whether the provider that makes the films now is stopped and may be probed. */
export async function hasDueStop(db: Queryable): Promise<boolean> {
  const row = await db.first(sql`
    select 1 from provider_pauses join video_config on service_provider = provider and service_provider_url = provider_url
    where kind <> 'busy' and until <= now()`);
  return row !== undefined;
}
