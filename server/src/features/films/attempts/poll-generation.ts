import type { FailureCode } from '@keepsake/contract/videos';
import type { Deps } from '../../../deps.ts';
import {
  ProviderError,
  type GenerationFailure,
  type ProviderGeneration,
  type VideoProvider,
} from '../../../providers/video/video-provider.ts';
import { type Lease, backOff, type Outcome } from './attempt-step.ts';
import { failForPhoto, stopProvider } from './provider-circuit.ts';
import { FilmNotStored, storeFilm } from './store-film.ts';

/** How long a film that the customer no longer waits for is still looked for, and how much more seldom. */
const lateForMs = 24 * 3_600_000;
const latePollFactor = 12;
/** How many poll intervals a finished film may have no address; five minutes with the usual setting. */
const missingFilmPolls = 60;

/** Asks how a generation stands, and takes the film when it is there. */
export async function pollGeneration(deps: Deps, lease: Lease): Promise<Outcome> {
  const { attempt } = lease;
  const provider = deps.videoProvider(attempt.provider, attempt.providerUrl);
  let generation: ProviderGeneration | undefined;
  try {
    generation = await provider.get(attempt.providerGenerationId ?? '');
  } catch (error) {
    return afterNoAnswer(deps, lease, error as Error);
  }
  if (!generation) return afterVanishing(deps, lease, provider);
  if (isSomebodyElses(generation, attempt.token)) {
    const trouble = `The provider answered with a generation (${generation.id}) that is not the one asked for.`;
    return notNow(deps, lease, { code: 'provider_failed', trouble });
  }
  if (generation.state === 'failed') return afterFailure(deps, lease, generation.failure);
  if (generation.state !== 'completed') return notNow(deps, lease, { code: 'timed_out' });
  if (generation.videoUrl === null && provider.localSlots === undefined) return whileFilmIsMissing(deps, lease);
  try {
    return { kind: 'film', film: await storeFilm(deps, lease, provider, generation) };
  } catch (error) {
    if (lease.signal.aborted) return { kind: 'wait', delayMs: 0 };
    const code = error instanceof FilmNotStored ? error.code : 'storage';
    const trouble = `The film could not be taken over: ${(error as Error).message}`;
    return notNow(deps, lease, { code, trouble, error });
  }
}

/** A provider that echoes our request has to echo our token with it. */
function isSomebodyElses({ echo }: ProviderGeneration, token: string): boolean {
  return echo.length > 0 && !echo.some((text) => text.includes(token));
}

async function afterNoAnswer(deps: Deps, lease: Lease, error: Error): Promise<Outcome> {
  const trouble = `The provider could not be asked how the film stands: ${error.message}`;
  if (!(error instanceof ProviderError) || error.failure !== 'account')
    return notNow(deps, lease, { code: 'timed_out', trouble, error });
  const { attempt } = lease;
  await stopProvider(deps, attempt, { kind: 'account', reason: error.message, attemptId: attempt.id });
  // The film is not late by its own fault: however long the account is refused, it is waited for.
  return { kind: 'wait', delayMs: backOff(deps.config.POLL_INTERVAL_MS, attempt.troubles), trouble };
}

interface Delay {
  /** What it is called when it has lasted too long. */
  code: FailureCode;
  /** What went wrong, if anything did. */
  trouble?: string;
  error?: unknown;
}

/** Later again; once too late for the customer that is told, and once too late for anybody it ends. */
function notNow(deps: Deps, lease: Lease, { code, trouble, error }: Delay): Outcome {
  const { attempt } = lease;
  const { POLL_INTERVAL_MS, GENERATION_BUDGET_MS } = deps.config;
  const ageMs = ageOf(lease);
  const reason = trouble ?? 'The provider did not finish the film in time.';
  if (attempt.state === 'overdue') {
    if (ageMs > GENERATION_BUDGET_MS + lateForMs) return { kind: 'failed', code, reason, isRepeated: false };
    return { kind: 'wait', delayMs: latePollFactor * POLL_INTERVAL_MS };
  }
  if (ageMs > GENERATION_BUDGET_MS) return { kind: 'overdue', code, reason };
  if (trouble === undefined)
    return { kind: 'wait', delayMs: nextLook(ageMs, POLL_INTERVAL_MS), changes: { troubles: 0 } };
  const askedToWaitMs = error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0;
  return { kind: 'wait', delayMs: Math.max(askedToWaitMs, backOff(POLL_INTERVAL_MS, attempt.troubles)), trouble };
}

/** A young film is looked at sooner than at the usual interval: where films are quick, a place is not kept longer than needed. */
function nextLook(ageMs: number, pollMs: number): number {
  return Math.min(pollMs, Math.max(pollMs / 5, ageMs / 2));
}

/** “Completed” can come a moment before the film's address; where it stays away the customer is not kept waiting for it. */
function whileFilmIsMissing(deps: Deps, lease: Lease): Outcome {
  const { attempt } = lease;
  const { POLL_INTERVAL_MS } = deps.config;
  const trouble = 'The provider says that the film is finished, but names no film.';
  if (attempt.state === 'overdue') return notNow(deps, lease, { code: 'film_unreadable', trouble });
  const since = attempt.filmMissingSince ?? lease.now();
  if (lease.now().getTime() - since.getTime() > missingFilmPolls * POLL_INTERVAL_MS)
    return { kind: 'overdue', code: 'film_unreadable', reason: trouble };
  return { kind: 'wait', delayMs: POLL_INTERVAL_MS, changes: { filmMissingSince: since }, trouble };
}

/**
 * A provider may need a moment until it knows what it has just accepted. Later its list decides, as for a request whose answer was
 * lost: an answer of “not found” alone, from whatever stands in between, is no reason to buy the film again.
 */
function afterVanishing(deps: Deps, lease: Lease, provider: VideoProvider): Outcome {
  const ageMs = ageOf(lease);
  if (ageMs < provider.settleMs) return { kind: 'wait', delayMs: deps.config.POLL_INTERVAL_MS };
  const trouble = 'The provider does not know the film any more.';
  const canBeLookedFor = provider.list !== undefined && lease.attempt.state === 'submitted';
  if (!canBeLookedFor || ageMs > deps.config.GENERATION_BUDGET_MS)
    return notNow(deps, lease, { code: 'provider_failed', trouble });
  const changes = { state: 'unknown', sendableUntil: lease.now(), missingListings: 0 } as const;
  const delayMs = provider.settleMs === 0 ? 0 : backOff(deps.config.POLL_INTERVAL_MS, lease.attempt.troubles);
  return { kind: 'wait', delayMs, changes, trouble };
}

type Failed = (deps: Deps, lease: Lease, reason: string) => Outcome | Promise<Outcome>;

const afterKind: Record<GenerationFailure['kind'], Failed> = {
  moderation: (_deps, _lease, reason) => ({ kind: 'failed', code: 'moderation', reason, isRepeated: false }),
  photo: (_deps, _lease, reason) => ({ kind: 'failed', code: 'photo_unreadable', reason, isRepeated: false }),
  photo_unreadable: (deps, { attempt }, reason) => failForPhoto(deps, attempt, reason, true),
  refused: (_deps, _lease, reason) => ({ kind: 'failed', code: 'provider_refused', reason, isRepeated: false }),
  account: async (deps, { attempt }, reason) => {
    await stopProvider(deps, attempt, { kind: 'account', reason, attemptId: attempt.id });
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
