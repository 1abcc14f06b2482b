import type { Reply } from '@keepsake/contract/endpoint';
import type { videoMaking } from '@keepsake/contract/films/videos';
import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../../platform/http/api.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { countDuplicates } from '../generations/duplicate-generation.queries.ts';
import { fillSlotsLater } from '../../journal/queued-jobs.ts';
import { countOwedFilms } from '../owed-film.queries.ts';
import { findPause, makeProbeDue, type Pause } from '../attempts/provider-pause.queries.ts';
import { countOpen } from '../film.queries.ts';
import { endMakingPause, findMakingPause, isMakingPaused, pauseMakingBy } from './making-pause.queries.ts';
import { currentVideoConfig } from './video-config.queries.ts';

/** The status of film making for administrators. Read from the database alone, so that it works during an outage of the provider. */
export async function stateOfMaking(deps: Deps): Promise<Reply<typeof videoMaking>> {
  const { serviceProvider, serviceProviderUrl } = await currentVideoConfig(deps.db);
  const [paused, pause, open, owed, duplicates] = await Promise.all([
    findMakingPause(deps.db),
    findPause(deps.db, { provider: serviceProvider, providerUrl: serviceProviderUrl }),
    countOpen(deps.db),
    countOwedFilms(deps.db),
    countDuplicates(deps.db),
  ]);
  const by = paused ? { at: paused.pausedAt.toISOString(), by: paused.name } : null;
  return { serviceProvider, ...stateOf(pause), paused: by, ...open, owed, duplicates };
}

type State = Pick<Reply<typeof videoMaking>, 'state' | 'reason' | 'since' | 'nextTryAt'>;

function stateOf(pause: Pause | undefined): State {
  if (!pause || (pause.kind === 'busy' && pause.ms === 0))
    return { state: 'working', reason: null, since: null, nextTryAt: null };
  const { kind, reason, since, until } = pause;
  const state = kind === 'busy' ? 'paused' : 'stopped';
  return { state, reason, since: since.toISOString(), nextTryAt: until.toISOString() };
}

/** Pauses requests to every video service. A repeated call changes nothing. */
export async function pauseMaking(deps: Deps, actor: Actor): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await pauseMakingBy(tx, actor.userId))) return;
    const [before, after] = [{ paused: false }, { paused: true }];
    await recordChange(tx, { actor, action: 'videos.pause', subject: null, before, after });
  });
}

/** Ends the administrators' pause, and makes an open circuit half-open, because the cause should be fixed: the next film is the probe. */
export async function resumeMaking(deps: Deps, actor: Actor): Promise<void> {
  const { serviceProvider, serviceProviderUrl } = await currentVideoConfig(deps.db);
  const target = { provider: serviceProvider, providerUrl: serviceProviderUrl };
  await deps.db.transaction().execute(async (tx) => {
    const before = { ...stateOf(await findPause(tx, target)), paused: await isMakingPaused(tx) };
    await endMakingPause(tx);
    await makeProbeDue(tx, target);
    const after = { ...stateOf(await findPause(tx, target)), paused: false };
    await recordChange(tx, { actor, action: 'videos.resume', subject: serviceProvider, before, after });
  });
  await fillSlotsLater(deps.db, 0);
}
