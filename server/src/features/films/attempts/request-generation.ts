import { generationCallback } from '@keepsake/contract/videos';
import type { Deps } from '../../../deps.ts';
import { ProviderError, type AskFailure, type VideoRequest } from '../../../providers/video/video-provider.ts';
import { photoKey } from '../../photos/photo.queries.ts';
import { providerPhotoUrl } from '../../photos/files/media-links.ts';
import type { Attempt } from './attempt.queries.ts';
import { type Lease, backOff, type Outcome } from './attempt-step.ts';
import { failForPhoto, stopProvider } from './provider-circuit.ts';
import { fillSlotsLater } from './fill-slots.job-type.ts';
import { liftStop, pauseOf, pauseProvider } from './provider-pause.queries.ts';

/** A request leaves within this time of being noted, or not at all. */
const sendWindowMs = 5_000;

/**
 * Asks for a film, once. That a request is about to leave is committed first: whoever finds that note without an answer knows
 * that the request may have been accepted, and never sends it again without having looked.
 */
export async function askProvider(deps: Deps, lease: Lease): Promise<Outcome> {
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
  const pause = await pauseOf(deps.db, attempt);
  const isStopped = pause !== undefined && pause.kind !== 'busy';
  if (isStopped && pause.probeAttemptId !== attempt.id) return { kind: 'held', reason: pause.reason };
  if (!isStopped && pause && pause.ms > 0)
    return { kind: 'wait', delayMs: pause.ms + Math.random() * deps.config.POLL_INTERVAL_MS };

  const windowMs = Math.min(sendWindowMs, deps.config.LEASE_MS);
  const sendBefore = performance.now() + windowMs;
  const sentAt = lease.now();
  const isNoted = await lease.save({ sentAt, sendableUntil: new Date(sentAt.getTime() + windowMs) });
  if (!isNoted) return { kind: 'stale' };
  const provider = deps.videoProvider(attempt.provider, attempt.providerUrl);
  try {
    const { id } = await provider.create(toVideoRequest(deps, attempt), {
      sendBefore,
      signal: lease.signal,
    });
    if (isStopped) await goOn(deps, attempt);
    return {
      kind: 'continue',
      changes: { state: 'submitted', providerGenerationId: id, submittedAt: sentAt, troubles: 0 },
    };
  } catch (error) {
    const failure =
      error instanceof ProviderError ? error : new ProviderError('unknown', String(error), { cause: error });
    deps.log.warn({ attemptId: attempt.id, failure: failure.failure, err: failure }, 'the provider was asked in vain');
    if (isStopped && answersTheAccount.has(failure.failure)) await goOn(deps, attempt);
    return afterFailure[failure.failure](deps, lease, failure);
  }
}

/** Failures that only an account in order is told. */
const answersTheAccount: ReadonlySet<AskFailure> = new Set(['refused', 'photo', 'moderation', 'busy']);

/** The probe of a provider that refused the account has been let in: the others follow. */
async function goOn(deps: Deps, attempt: Attempt): Promise<void> {
  if (await liftStop(deps.db, attempt, ['account'])) await fillSlotsLater(deps.db, 0);
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

const afterFailure: Record<AskFailure, AfterFailure> = {
  refused: (_deps, _lease, { message }) => refusal('provider_refused', message),
  photo: async (deps, lease, { message }) => {
    const outcome = await failForPhoto(deps, lease.attempt, message, false);
    return outcome.kind === 'held' ? notSent(lease, outcome) : outcome;
  },
  moderation: (_deps, _lease, { message }) => refusal('moderation', message),
  not_sent: (deps, { attempt }, error) =>
    askLater(deps, attempt, error, backOff(deps.config.POLL_INTERVAL_MS, attempt.troubles)),
  busy: (deps, { attempt }, error) =>
    askLater(deps, attempt, error, error.retryAfterMs ?? backOff(deps.config.POLL_INTERVAL_MS, attempt.troubles + 1)),
  account: async (deps, lease, { message }) => {
    await stopProvider(deps, lease.attempt, { kind: 'account', reason: message, attemptId: lease.attempt.id });
    return notSent(lease, { kind: 'held', reason: message });
  },
  cancelled: () => ({ kind: 'handBack' }),
  unknown: (_deps, _lease, { message }) => ({
    kind: 'wait',
    delayMs: 0,
    changes: { state: 'unknown' },
    trouble: `It is not known whether the provider accepted the request: ${message}`,
  }),
};

function refusal(code: 'provider_refused' | 'photo_unreadable' | 'moderation', reason: string): Outcome {
  return { kind: 'failed', code, reason, isRepeated: false };
}

/** For certain nothing was accepted: nobody has to look for it at the provider. */
async function notSent(lease: Lease, outcome: Outcome): Promise<Outcome> {
  return (await lease.save({ sentAt: null, sendableUntil: null })) ? outcome : { kind: 'stale' };
}

/** For certain nothing was accepted: the same attempt asks again, and until then nobody asks this provider at all. */
async function askLater(deps: Deps, attempt: Attempt, error: ProviderError, ms: number): Promise<Outcome> {
  await pauseProvider(deps.db, attempt, ms, error.message);
  return {
    kind: 'wait',
    delayMs: ms + Math.random() * deps.config.POLL_INTERVAL_MS,
    changes: { sentAt: null, sendableUntil: null },
    trouble: `The provider did not take the request: ${error.message}`,
  };
}
