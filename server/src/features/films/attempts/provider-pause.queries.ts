import { sql, type Queryable, type Tx } from '../../../platform/database/db.ts';

export interface ProviderPlace {
  provider: string;
  providerUrl: string;
}

/** `busy`: not now. `account`: it refuses our account. `photos`: it cannot fetch our photos. The last two open the circuit breaker. */
export type CircuitKind = 'account' | 'photos';
export type PauseKind = 'busy' | CircuitKind;

export interface Pause {
  kind: PauseKind;
  reason: string;
  since: Date;
  until: Date;
  /** Milliseconds until the next request is allowed; 0 ends a `busy` pause and makes an open circuit half-open: one probe may be sent. */
  ms: number;
  tries: number;
  probeAttemptId: string | null;
}

export function findPause(db: Queryable, { provider, providerUrl }: ProviderPlace): Promise<Pause | undefined> {
  return db.first<Pause>(sql`
    select kind, reason, since, until, greatest(0, extract(epoch from until - now()) * 1000)::int as ms, tries, probe_attempt_id
    from provider_pauses where provider = ${provider} and provider_url = ${providerUrl}`);
}

/** Blocks requests to this provider for `ms`. Never shortens a pause, and never turns an open circuit into a `busy` pause. */
export async function pauseProvider(db: Queryable, place: ProviderPlace, ms: number, reason: string): Promise<void> {
  await db.run(sql`
    insert into provider_pauses as p (provider, provider_url, until, reason)
    values (${place.provider}, ${place.providerUrl}, now() + ${Math.round(ms)}::int * interval '1 millisecond', ${reason})
    on conflict (provider, provider_url) do update set until = greatest(p.until, excluded.until),
      reason = case when p.kind = 'busy' then excluded.reason else p.reason end`);
}

/** Advisory lock, any constant: of several workers that open a circuit at once, one is the first. */
const lock = 7_265_135;

export interface NewOpenCircuit {
  kind: CircuitKind;
  reason: string;
  /** The attempt that was refused; undefined if the account itself was checked. */
  attemptId: string | undefined;
  firstWaitMs: number;
  longestWaitMs: number;
}

/** Opens the circuit, or lengthens the wait of an open one whose probe failed. @returns when it opened, if it was closed before */
export async function recordOpenCircuit(tx: Tx, place: ProviderPlace, stop: NewOpenCircuit): Promise<Date | undefined> {
  await tx.query(sql`select pg_advisory_xact_lock(${lock})`);
  const before = await findPause(tx, place);
  const wasOpen = before !== undefined && before.kind !== 'busy';
  const isLateRefusal =
    wasOpen && before.ms > 0 && stop.attemptId !== undefined && stop.attemptId !== before.probeAttemptId;
  if (isLateRefusal) return undefined;
  const tries = wasOpen ? before.tries + 1 : 1;
  const waitMs = Math.round(Math.min(stop.longestWaitMs, stop.firstWaitMs * 2 ** (tries - 1)));
  const row = await tx.first<{ since: Date }>(sql`
    insert into provider_pauses as p (provider, provider_url, kind, reason, tries, until)
    values (${place.provider}, ${place.providerUrl}, ${stop.kind}, ${stop.reason}, ${tries}, now() + ${waitMs}::int * interval '1 millisecond')
    on conflict (provider, provider_url) do update set kind = excluded.kind, reason = excluded.reason, tries = excluded.tries,
      until = excluded.until, since = case when p.kind = 'busy' then now() else p.since end, probe_attempt_id = null
    returning since`);
  return wasOpen ? undefined : row?.since;
}

/** Claims the probe of a half-open circuit for `forMs`. @returns whether this caller may send it */
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

/** Closes a circuit that is open for one of these reasons. @returns whether there was one */
export async function closeCircuit(
  db: Queryable,
  place: ProviderPlace,
  kinds: readonly CircuitKind[],
): Promise<boolean> {
  const touched = await db.run(sql`
    delete from provider_pauses
    where provider = ${place.provider} and provider_url = ${place.providerUrl} and kind = any(${kinds})`);
  return touched === 1;
}

/** Makes an open circuit half-open at once and resets its wait: an administrator says that the cause is fixed. */
export async function makeProbeDue(db: Queryable, place: ProviderPlace): Promise<void> {
  await db.run(sql`
    update provider_pauses set until = now(), tries = 0
    where provider = ${place.provider} and provider_url = ${place.providerUrl} and kind <> 'busy'`);
}

/** Whether the configured provider's circuit is half-open: open, and its wait is over. */
export async function hasDueProbe(db: Queryable): Promise<boolean> {
  const row = await db.first(sql`
    select 1 from provider_pauses join video_config on service_provider = provider and service_provider_url = provider_url
    where kind <> 'busy' and until <= now()`);
  return row !== undefined;
}
