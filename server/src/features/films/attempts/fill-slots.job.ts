import type { VideoConfig } from '@keepsake/contract/films/videos';
import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import { defineJob } from '../../../job.ts';
import type { Tx } from '../../../platform/database/db.ts';
import type { VideoSettings } from '../../../providers/video/video-provider.ts';
import { countActiveAttempts, insertAttempt, renderSlots } from './attempt.queries.ts';
import { fillSlotsLater, jobType, wakeAttempt } from '../../journal/queued-jobs.ts';
import { closeCircuit, findPause, setProbeAttempt, type ProviderTarget } from './provider-pause.queries.ts';
import { claimProviderProbe } from './provider-circuit.ts';
import { startFilm } from '../film.queries.ts';
import { nextFilmDueMs, nextWaitingFilms } from '../waiting-film.queries.ts';
import { isMakingPaused } from '../config/making-pause.queries.ts';
import { currentVideoConfig } from '../config/video-config.queries.ts';

/** Id of the advisory lock (an arbitrary constant): only one worker at a time fills the slots. */
const lock = 7_265_134;
/** Added to a wait, so that it is over when the job runs. */
const graceMs = 50;

/** Assigns free slots at the provider to waiting films: attempt, film state and job in one transaction. */
export const fillSlotsJob = defineJob({
  ...jobType('fill-slots'),
  async run(_payload, deps) {
    // Resuming enqueues this job again.
    if (await isMakingPaused(deps.db)) return;
    const isProbe = await claimProviderProbe(deps, targetOf(await currentVideoConfig(deps.db)));
    const againMs = await deps.db.transaction().execute((tx) => fill(tx, deps, isProbe));
    if (againMs !== undefined) await fillSlotsLater(deps.db, againMs);
  },
});

/**
 * @param isProbe whether one film may be sent as the probe of a half-open circuit
 * @returns milliseconds until the next run; undefined if another event will start it
 */
async function fill(tx: Tx, deps: Deps, isProbe: boolean): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
  if (await isMakingPaused(tx)) return undefined;
  const config = await currentVideoConfig(tx);
  const target = targetOf(config);
  const pause = await findPause(tx, target);
  const isCircuitOpen = pause !== undefined && pause.kind !== 'busy';
  if (pause && !isProbe && (isCircuitOpen || pause.ms > 0)) {
    return (await nextFilmDueMs(tx)) === undefined ? undefined : pause.ms + graceMs;
  }
  const provider = deps.videoProvider(target.provider, target.providerUrl);
  const limit = Math.min(deps.config.PROVIDER_CONCURRENCY, await localLimit(tx, deps, provider.localSlots));
  const openSlots = limit - (await countActiveAttempts(tx, target.provider));
  const free = isCircuitOpen ? Math.min(1, openSlots) : openSlots;
  if (free <= 0) return undefined;
  const films = await nextWaitingFilms(tx, free);
  for (const { id, filename, width, height, ...wording } of films) {
    const request = { ...wording, photo: { filename, width, height }, settings: settingsOf(config) };
    const attemptId = await insertAttempt(tx, { ...target, filmId: id, idOf: provider.idOf, request });
    await startFilm(tx, id);
    if (isCircuitOpen) await setProbeAttempt(tx, target, attemptId);
    await wakeAttempt(tx, attemptId);
  }
  // No film is waiting that could be the probe, so close the circuit: the next film finds out whether the provider works.
  if (isCircuitOpen && films.length === 0) await closeCircuit(tx, target, ['account', 'photos']);
  const waitMs = films.length < free ? await nextFilmDueMs(tx) : undefined;
  return waitMs === undefined ? undefined : waitMs + graceMs;
}

function targetOf({ serviceProvider, serviceProviderUrl }: VideoConfig): ProviderTarget {
  return { provider: serviceProvider, providerUrl: serviceProviderUrl };
}

/** A provider that runs in our own processes can hold as many films as all living workers have slots for, and at least those of this process. */
async function localLimit(tx: Tx, deps: Deps, ownSlots: number | undefined): Promise<number> {
  if (ownSlots === undefined) return Infinity;
  return Math.max(ownSlots, await renderSlots(tx, deps.config.LEASE_MS));
}

function settingsOf({ model, duration, loop, aspect_ratio, resolution }: VideoConfig): VideoSettings {
  return { model, duration, loop, aspect_ratio, resolution };
}
