import { generationCallback } from '@keepsake/contract/films/videos';
import type { Deps } from '../../../deps.ts';
import { ProviderError, type RequestFailure, type VideoRequest } from '../../../providers/video/video-provider.ts';
import { photoKey } from '../../photos/photo.queries.ts';
import { providerPhotoUrl } from '../../photos/files/media-links.ts';
import type { Attempt } from './attempt.queries.ts';
import { type Lease, backOffMs, type Outcome } from './attempt-step.ts';
import { failForPhoto, openCircuit } from './provider-circuit.ts';
import { fillSlotsLater } from '../../journal/queued-jobs.ts';
import { closeCircuit, findPause, pauseProvider } from './provider-pause.queries.ts';
import { describeError } from '../../../platform/database/describe-error.ts';

/** A request is sent within this time after its intent was recorded, or not at all. */
const sendWindowMs = 5_000;

/**
 * Requests a film, once. The intent to send is committed first: a run that finds it without an answer knows
 * that the request may have been accepted, and never sends it again before reconciliation.
 */
export async function requestGeneration(deps: Deps, lease: Lease): Promise<Outcome> {
  const { attempt } = lease;
  if (attempt.sentAt) return { kind: 'continue', changes: { state: 'unknown' } };
  const waitedMs = lease.now().getTime() - attempt.intentAt.getTime();
  if (waitedMs > deps.config.GENERATION_BUDGET_MS) {
    return {
      kind: 'failed',
      code: 'provider_unavailable',
      reason: 'The provider took no request in time.',
      isRepeated: false,
    };
  }
  const pause = await findPause(deps.db, attempt);
  const isCircuitOpen = pause !== undefined && pause.kind !== 'busy';
  if (isCircuitOpen && pause.probeAttemptId !== attempt.id) return { kind: 'held', reason: pause.reason };
  if (!isCircuitOpen && pause && pause.ms > 0)
    return { kind: 'wait', delayMs: pause.ms + Math.random() * deps.config.POLL_INTERVAL_MS };

  const windowMs = Math.min(sendWindowMs, deps.config.LEASE_MS);
  const sendBefore = performance.now() + windowMs;
  const sentAt = lease.now();
  const isRecorded = await lease.save({ sentAt, sendableUntil: new Date(sentAt.getTime() + windowMs) });
  if (!isRecorded) return { kind: 'stale' };
  const provider = deps.videoProvider(attempt.provider, attempt.providerUrl);
  try {
    const { id } = await provider.create(toVideoRequest(deps, attempt), {
      sendBefore,
      signal: lease.signal,
    });
    if (isCircuitOpen) await closeAccountCircuit(deps, attempt);
    return {
      kind: 'continue',
      changes: { state: 'submitted', providerGenerationId: id, submittedAt: sentAt, consecutiveFailures: 0 },
    };
  } catch (error) {
    const failure =
      error instanceof ProviderError ? error : new ProviderError('unknown', describeError(error), { cause: error });
    deps.log.warn(
      { attemptId: attempt.id, failure: failure.failure, err: failure },
      'request to the video provider failed',
    );
    if (isCircuitOpen && provesAccountWorks.has(failure.failure)) await closeAccountCircuit(deps, attempt);
    return afterFailure[failure.failure](deps, lease, failure);
  }
}

/** Failures that a provider reports only to a working account. */
const provesAccountWorks: ReadonlySet<RequestFailure> = new Set(['refused', 'photo', 'moderation', 'busy']);

/** The probe was accepted, so the account works again: closes the circuit and starts the waiting films. */
async function closeAccountCircuit(deps: Deps, attempt: Attempt): Promise<void> {
  if (await closeCircuit(deps.db, attempt, ['account'])) await fillSlotsLater(deps.db, 0);
}

function toVideoRequest(deps: Deps, { token, request }: Attempt): VideoRequest {
  const { filename, width, height } = request.photo;
  return {
    ...request,
    token,
    photo: { storageKey: photoKey(filename), width, height, url: providerPhotoUrl(deps, filename, token) },
    callbackUrl: deps.publicUrl + generationCallback.path.replace(':token', token),
  };
}

type AfterFailure = (deps: Deps, lease: Lease, error: ProviderError) => Outcome | Promise<Outcome>;

const afterFailure: Record<RequestFailure, AfterFailure> = {
  refused: (_deps, _lease, { message }) => refusal('provider_refused', message),
  photo: async (deps, lease, { message }) => {
    const outcome = await failForPhoto(deps, lease.attempt, message, false);
    return outcome.kind === 'held' ? markNotSent(lease, outcome) : outcome;
  },
  moderation: (_deps, _lease, { message }) => refusal('moderation', message),
  not_sent: (deps, { attempt }, error) =>
    pauseAndRetry(deps, attempt, error, backOffMs(deps.config.POLL_INTERVAL_MS, attempt.consecutiveFailures)),
  busy: (deps, { attempt }, error) =>
    pauseAndRetry(
      deps,
      attempt,
      error,
      error.retryAfterMs ?? backOffMs(deps.config.POLL_INTERVAL_MS, attempt.consecutiveFailures + 1),
    ),
  account: async (deps, lease, { message }) => {
    await openCircuit(deps, lease.attempt, { kind: 'account', reason: message, attemptId: lease.attempt.id });
    return markNotSent(lease, { kind: 'held', reason: message });
  },
  cancelled: () => ({ kind: 'cancelled' }),
  unknown: (_deps, _lease, { message }) => ({
    kind: 'wait',
    delayMs: 0,
    changes: { state: 'unknown' },
    problem: `It is not known whether the provider accepted the request: ${message}`,
  }),
};

function refusal(code: 'provider_refused' | 'photo_unreadable' | 'moderation', reason: string): Outcome {
  return { kind: 'failed', code, reason, isRepeated: false };
}

/** Records that the request was certainly not accepted, so the attempt needs no reconciliation. */
async function markNotSent(lease: Lease, outcome: Outcome): Promise<Outcome> {
  return (await lease.save({ sentAt: null, sendableUntil: null })) ? outcome : { kind: 'stale' };
}

/** The request was certainly not accepted: the same attempt retries after `ms`, and until then no request is sent to this provider. */
async function pauseAndRetry(deps: Deps, attempt: Attempt, error: ProviderError, ms: number): Promise<Outcome> {
  await pauseProvider(deps.db, attempt, ms, error.message);
  return {
    kind: 'wait',
    delayMs: ms + Math.random() * deps.config.POLL_INTERVAL_MS,
    changes: { sentAt: null, sendableUntil: null },
    problem: `The provider did not take the request: ${error.message}`,
  };
}
