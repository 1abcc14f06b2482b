import type { Deps } from '../../../deps.ts';
import { ProviderError } from '../../../providers/video/video-provider.ts';
import { recordError } from '../../journal/error-log.queries.ts';
import { alertAdmins } from '../../journal/queue-mail.ts';
import { claimProbe, recordOpenCircuit, type ProviderTarget, type CircuitKind } from './provider-pause.queries.ts';
import { photoKey } from '../../photos/photo.queries.ts';
import { providerPhotoUrl } from '../../photos/files/media-links.ts';
import type { Attempt } from './attempt.queries.ts';
import type { Outcome } from './attempt-step.ts';

/** The first wait is a minute with the usual settings; each probe that fails doubles it. */
const firstWaitPolls = 12;
const longestWaitMs = 3_600_000;
/** After this time without a result a probe is given up, and another may be sent. */
const probeMs = 90_000;
const linkTimeoutMs = 10_000;

const sentences: Record<CircuitKind, (provider: string, reason: string) => string> = {
  account: (provider, reason) =>
    `The video provider ${provider} refuses this account: ${reason}. Films wait until this is solved; none is lost.`,
  photos: (provider, reason) =>
    `The video provider ${provider} cannot fetch our photos: ${reason}. Films wait until PUBLIC_URL answers from outside; none is lost.`,
};

/**
 * Opens the provider's circuit breaker: only single probes are sent until one succeeds. Administrators are notified once, when it opens.
 * @param attemptId the refused attempt; undefined if the account itself was checked
 */
export async function openCircuit(
  deps: Deps,
  target: ProviderTarget,
  { kind, reason, attemptId }: { kind: CircuitKind; reason: string; attemptId?: string },
): Promise<void> {
  const firstWaitMs = firstWaitPolls * deps.config.POLL_INTERVAL_MS;
  await deps.db.transaction().execute(async (tx) => {
    const began = await recordOpenCircuit(tx, target, { kind, reason, attemptId, firstWaitMs, longestWaitMs });
    if (!began) return;
    const text = sentences[kind](target.provider, reason);
    await recordError(tx, { moduleName: 'videos', errorMessage: text });
    await alertAdmins(tx, { text, dedupeKey: `provider-stop:${target.provider}:${began.toISOString()}` });
  });
}

/** Claims the probe of a half-open circuit. @returns whether this run may send one film: yes, unless an account check was refused */
export async function claimProviderProbe(deps: Deps, target: ProviderTarget): Promise<boolean> {
  if (!(await claimProbe(deps.db, target, probeMs))) return false;
  try {
    await deps.videoProvider(target.provider, target.providerUrl).checkAccount();
    return true;
  } catch (error) {
    deps.log.warn({ err: error }, 'account check of a video provider with an open circuit failed');
    if (!(error instanceof ProviderError) || error.failure !== 'account') return true;
    await openCircuit(deps, target, { kind: 'account', reason: error.message });
    return false;
  }
}

/**
 * The provider could not read the photo. If the photo's link does not work, the fault is ours: the circuit opens, so that not every film fails.
 * @param isRepeated whether to retry if the link works
 */
export async function failForPhoto(
  deps: Deps,
  attempt: Attempt,
  reason: string,
  isRepeated: boolean,
): Promise<Outcome> {
  const link = await checkPhotoLink(deps, attempt);
  if (link === 'unreachable') {
    await openCircuit(deps, attempt, { kind: 'photos', reason, attemptId: attempt.id });
    return { kind: 'held', reason };
  }
  return { kind: 'failed', code: 'photo_unreadable', reason, isRepeated: isRepeated && link === 'good' };
}

/** Fetches the photo as the provider would: `gone` if we no longer have it, `unreachable` if its link does not return it. */
async function checkPhotoLink(deps: Deps, { id, token, request }: Attempt): Promise<'good' | 'gone' | 'unreachable'> {
  const { filename } = request.photo;
  if ((await deps.storage.size(photoKey(filename))) === undefined) return 'gone';
  try {
    const response = await fetch(providerPhotoUrl(deps, filename, token), {
      signal: AbortSignal.timeout(linkTimeoutMs),
    });
    const { byteLength } = await response.arrayBuffer();
    return response.ok && byteLength > 0 ? 'good' : 'unreachable';
  } catch (error) {
    deps.log.warn({ attemptId: id, err: error }, 'photo link does not return the photo');
    return 'unreachable';
  }
}
