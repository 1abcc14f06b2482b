import type { FailureCode } from '@keepsake/contract/films/videos';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import {
  ProviderError,
  type GenerationFailure,
  type ProviderGeneration,
  type VideoProvider,
} from '../../../providers/video/video-provider.ts';
import { type Lease, backOffMs, type Outcome } from './attempt-step.ts';
import { failForPhoto, openCircuit } from './provider-circuit.ts';
import { FilmNotStored, storeFilm } from './store-film.ts';
import { attemptOfToken, openAttemptStates } from './attempt.queries.ts';
import { wakeAttempt } from '../../journal/queued-jobs.ts';
import { describeError } from '../../../platform/database/describe-error.ts';

/** How long an overdue film is polled, and by how much its poll interval is longer. */
const overdueForMs = 24 * 3_600_000;
const overduePollFactor = 12;
/** Number of poll intervals for which a completed film may have no link; five minutes with the usual setting. */
const missingFilmPolls = 60;

/** Polls the status of a generation, and stores the film once it is completed. */
export async function pollGeneration(deps: Deps, lease: Lease): Promise<Outcome> {
  const { attempt } = lease;
  const provider = deps.videoProvider(attempt.provider, attempt.providerUrl);
  let generation: ProviderGeneration | undefined;
  try {
    generation = await provider.get(attempt.providerGenerationId ?? '');
  } catch (error) {
    return afterNoAnswer(deps, lease, error as Error);
  }
  if (!generation) return afterNotFound(deps, lease, provider);
  if (isForeignGeneration(generation, attempt.token)) {
    const problem = `The provider answered with a generation (${generation.id}) that is not the requested one.`;
    return waitOrEnd(deps, lease, { code: 'provider_failed', problem });
  }
  if (generation.state === 'failed') return afterFailure(deps, lease, generation.failure);
  if (generation.state !== 'completed') return waitOrEnd(deps, lease, { code: 'timed_out' });
  if (generation.videoUrl === null && provider.localSlots === undefined) return waitForFilmLink(deps, lease);
  try {
    return { kind: 'film', film: await storeFilm(deps, lease, provider, generation) };
  } catch (error) {
    if (lease.signal.aborted) return { kind: 'wait', delayMs: 0 };
    const code = error instanceof FilmNotStored ? error.code : 'storage';
    const problem = `The film could not be taken over: ${describeError(error)}`;
    return waitOrEnd(deps, lease, { code, problem, error });
  }
}

/**
 * Handles a callback of a provider. Only the secret token in the address is trusted, and its only effect is that the provider is polled now instead of at
 * the next tick.
 * @throws AppError not_found
 */
export async function receiveCallback(deps: Deps, token: string): Promise<void> {
  const attempt = await attemptOfToken(deps.db, token);
  if (!attempt) throw new AppError('not_found');
  if (openAttemptStates.some((state) => state === attempt.state)) await wakeAttempt(deps.db, attempt.id);
}

/** A provider that echoes our request must echo our token. */
function isForeignGeneration({ echo }: ProviderGeneration, token: string): boolean {
  return echo.length > 0 && !echo.some((text) => text.includes(token));
}

async function afterNoAnswer(deps: Deps, lease: Lease, error: Error): Promise<Outcome> {
  const problem = `The status of the film could not be requested: ${error.message}`;
  if (!(error instanceof ProviderError) || error.failure !== 'account')
    return waitOrEnd(deps, lease, { code: 'timed_out', problem, error });
  const { attempt } = lease;
  await openCircuit(deps, attempt, { kind: 'account', reason: error.message, attemptId: attempt.id });
  // While the account is refused, the film does not become overdue.
  return { kind: 'wait', delayMs: backOffMs(deps.config.POLL_INTERVAL_MS, attempt.consecutiveFailures), problem };
}

interface Delay {
  /** The failure code if the wait lasts too long. */
  code: FailureCode;
  /** The error, if there was one. */
  problem?: string;
  error?: unknown;
}

/** Polls again later; past its budget the film becomes overdue, and a day after that the attempt fails. */
function waitOrEnd(deps: Deps, lease: Lease, { code, problem, error }: Delay): Outcome {
  const { attempt } = lease;
  const { POLL_INTERVAL_MS, GENERATION_BUDGET_MS } = deps.config;
  const ageMs = ageOf(lease);
  const reason = problem ?? 'The provider did not finish the film in time.';
  if (attempt.state === 'overdue') {
    if (ageMs > GENERATION_BUDGET_MS + overdueForMs) return { kind: 'failed', code, reason, isRepeated: false };
    return { kind: 'wait', delayMs: overduePollFactor * POLL_INTERVAL_MS };
  }
  if (ageMs > GENERATION_BUDGET_MS) return { kind: 'overdue', code, reason };
  if (problem === undefined)
    return { kind: 'wait', delayMs: nextPollMs(ageMs, POLL_INTERVAL_MS), changes: { consecutiveFailures: 0 } };
  const requestedWaitMs = error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0;
  return {
    kind: 'wait',
    delayMs: Math.max(requestedWaitMs, backOffMs(POLL_INTERVAL_MS, attempt.consecutiveFailures)),
    problem,
  };
}

/** A new generation is polled at shorter intervals, so that quick films free their slot early. */
function nextPollMs(ageMs: number, pollMs: number): number {
  return Math.min(pollMs, Math.max(pollMs / 5, ageMs / 2));
}

/** A provider may report “completed” a moment before it has the link. If the link stays missing, the film becomes overdue. */
function waitForFilmLink(deps: Deps, lease: Lease): Outcome {
  const { attempt } = lease;
  const { POLL_INTERVAL_MS } = deps.config;
  const problem = 'The provider says that the film is finished, but names no film.';
  if (attempt.state === 'overdue') return waitOrEnd(deps, lease, { code: 'film_unreadable', problem });
  const since = attempt.filmMissingSince ?? lease.now();
  if (lease.now().getTime() - since.getTime() > missingFilmPolls * POLL_INTERVAL_MS)
    return { kind: 'overdue', code: 'film_unreadable', reason: problem };
  return { kind: 'wait', delayMs: POLL_INTERVAL_MS, changes: { filmMissingSince: since }, problem };
}

/**
 * A provider may answer “not found” for a moment after it accepted a request. After that its list decides, as for a request whose answer was lost:
 * “not found” alone may come from a proxy, and is no reason to pay for the film again.
 */
function afterNotFound(deps: Deps, lease: Lease, provider: VideoProvider): Outcome {
  const ageMs = ageOf(lease);
  if (ageMs < provider.settleMs) return { kind: 'wait', delayMs: deps.config.POLL_INTERVAL_MS };
  const problem = 'The provider does not know the film any more.';
  const canBeLookedFor = provider.list !== undefined && lease.attempt.state === 'submitted';
  if (!canBeLookedFor || ageMs > deps.config.GENERATION_BUDGET_MS)
    return waitOrEnd(deps, lease, { code: 'provider_failed', problem });
  const changes = { state: 'unknown', sendableUntil: lease.now(), missingListings: 0 } as const;
  const delayMs =
    provider.settleMs === 0 ? 0 : backOffMs(deps.config.POLL_INTERVAL_MS, lease.attempt.consecutiveFailures);
  return { kind: 'wait', delayMs, changes, problem };
}

type Failed = (deps: Deps, lease: Lease, reason: string) => Outcome | Promise<Outcome>;

const afterKind: Record<GenerationFailure['kind'], Failed> = {
  moderation: (_deps, _lease, reason) => ({ kind: 'failed', code: 'moderation', reason, isRepeated: false }),
  photo: (_deps, _lease, reason) => ({ kind: 'failed', code: 'photo_unreadable', reason, isRepeated: false }),
  photo_unreadable: (deps, { attempt }, reason) => failForPhoto(deps, attempt, reason, true),
  refused: (_deps, _lease, reason) => ({ kind: 'failed', code: 'provider_refused', reason, isRepeated: false }),
  account: async (deps, { attempt }, reason) => {
    await openCircuit(deps, attempt, { kind: 'account', reason, attemptId: attempt.id });
    return { kind: 'held', reason };
  },
  transient: (_deps, _lease, reason) => ({ kind: 'failed', code: 'provider_failed', reason, isRepeated: true }),
};

function afterFailure(deps: Deps, lease: Lease, failure: GenerationFailure | null): Outcome | Promise<Outcome> {
  const { kind, reason } = failure ?? { kind: 'transient', reason: 'no reason given' };
  return afterKind[kind](deps, lease, reason);
}

function ageOf({ attempt, now }: Lease): number {
  return now().getTime() - (attempt.submittedAt ?? attempt.intentAt).getTime();
}
