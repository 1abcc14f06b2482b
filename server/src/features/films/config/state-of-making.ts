import type { Reply } from '@keepsake/contract/endpoint';
import type { videoMaking } from '@keepsake/contract/films/videos';
import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../../platform/http/api.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { countDuplicates } from '../generations/duplicate-generation.queries.ts';
import { fillSlotsLater } from '../../journal/queued-jobs.ts';
import { countDebts } from '../owed-film.queries.ts';
import { findPause, makeProbeDue, type Pause } from '../attempts/provider-pause.queries.ts';
import { countOpen } from '../film.queries.ts';
import { currentVideoConfig } from './video-config.queries.ts';

/** What an administrator has to know about the making of films, from the database alone: it answers whatever the provider does. */
export async function stateOfMaking(deps: Deps): Promise<Reply<typeof videoMaking>> {
  const { serviceProvider, serviceProviderUrl } = await currentVideoConfig(deps.db);
  const [pause, open, owed, duplicates] = await Promise.all([
    findPause(deps.db, { provider: serviceProvider, providerUrl: serviceProviderUrl }),
    countOpen(deps.db),
    countDebts(deps.db),
    countDuplicates(deps.db),
  ]);
  return { serviceProvider, ...stateOf(pause), ...open, owed, duplicates };
}

type State = Pick<Reply<typeof videoMaking>, 'state' | 'reason' | 'since' | 'nextTryAt'>;

function stateOf(pause: Pause | undefined): State {
  if (!pause || (pause.kind === 'busy' && pause.ms === 0))
    return { state: 'working', reason: null, since: null, nextTryAt: null };
  const { kind, reason, since, until } = pause;
  const state = kind === 'busy' ? 'paused' : 'stopped';
  return { state, reason, since: since.toISOString(), nextTryAt: until.toISOString() };
}

/** Makes the circuit half-open: an administrator says that the cause is fixed, and the next film is the probe. */
export async function resumeMaking(deps: Deps, actor: Actor): Promise<void> {
  const { serviceProvider, serviceProviderUrl } = await currentVideoConfig(deps.db);
  const place = { provider: serviceProvider, providerUrl: serviceProviderUrl };
  await deps.db.transaction().execute(async (tx) => {
    const before = stateOf(await findPause(tx, place));
    await makeProbeDue(tx, place);
    const after = stateOf(await findPause(tx, place));
    await recordChange(tx, { actor, action: 'videos.resume', subject: serviceProvider, before, after });
  });
  await fillSlotsLater(deps.db, 0);
}
