import type { Deps } from '../../../deps.ts';
import { ProviderError } from '../../../providers/video/video-provider.ts';
import { recordError } from '../../journal/error-log.queries.ts';
import { alertAdmins } from '../../journal/alert-admins.ts';
import { claimProbe, recordStop, type ProviderPlace, type StopKind } from './provider-pause.queries.ts';
import { photoKey } from '../../photos/photo.queries.ts';
import { providerPhotoUrl } from '../../photos/files/media-links.ts';
import type { Attempt } from './attempt.queries.ts';
import type { Outcome } from './attempt-step.ts';

/** The first wait is a minute with the usual settings; each probe that fails doubles it. */
const firstWaitPolls = 12;
const longestWaitMs = 3_600_000;
/** A probe that has not told by then is given up for another one. */
const probeMs = 90_000;

const sentences: Record<StopKind, (provider: string, reason: string) => string> = {
  account: (provider, reason) =>
    `The video provider ${provider} refuses this account: ${reason}. Films wait until this is solved; none is lost.`,
  photos: (provider, reason) =>
    `The video provider ${provider} cannot fetch our photos: ${reason}. Films wait until PUBLIC_URL answers from outside; none is lost.`,
};

/**
 * Nobody asks this provider any more but for single probes, until one succeeds. Administrators are told when it begins, once.
 * @param attemptId whose refusal it is; undefined where the account itself was looked at
 */
export async function stopProvider(
  deps: Deps,
  place: ProviderPlace,
  { kind, reason, attemptId }: { kind: StopKind; reason: string; attemptId?: string },
): Promise<void> {
  const firstWaitMs = firstWaitPolls * deps.config.POLL_INTERVAL_MS;
  await deps.db.transaction(async (tx) => {
    const began = await recordStop(tx, place, { kind, reason, attemptId, firstWaitMs, longestWaitMs });
    if (!began) return;
    const text = sentences[kind](place.provider, reason);
    await recordError(tx, deps.clock, { moduleName: 'videos', errorMessage: text });
    await alertAdmins(tx, deps.clock, { text, dedupeKey: `provider-stop:${place.provider}:${began.toISOString()}` });
  });
}

/** Whether this run may probe a stopped provider with one film: its turn has come, and nothing says that it would be in vain. */
export async function mayProbe(deps: Deps, place: ProviderPlace): Promise<boolean> {
  if (!(await claimProbe(deps.db, place, probeMs))) return false;
  try {
    await deps.videoProvider(place.provider, place.providerUrl).checkAccount();
    return true;
  } catch (error) {
    deps.log.warn({ err: error }, 'the account of a stopped video provider was looked at');
    if (!(error instanceof ProviderError) || error.failure !== 'account') return true;
    await stopProvider(deps, place, { kind: 'account', reason: error.message });
    return false;
  }
}

/**
 * The provider could not read the photo, which is our fault where its address does not answer: then everything waits instead of
 * failing one film after the other. @param isRepeated whether it may be asked again where our address is good
 */
export async function failForPhoto(
  deps: Deps,
  attempt: Attempt,
  reason: string,
  isRepeated: boolean,
): Promise<Outcome> {
  const link = await checkPhotoLink(deps, attempt);
  if (link === 'unreachable') {
    await stopProvider(deps, attempt, { kind: 'photos', reason, attemptId: attempt.id });
    return { kind: 'held', reason };
  }
  return { kind: 'failed', code: 'photo_unreadable', reason, isRepeated: isRepeated && link === 'good' };
}

const linkTimeoutMs = 10_000;

/** Fetches the photo as the provider would: `gone` where we do not have it, `unreachable` where its address does not give it. */
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
    deps.log.warn({ attemptId: id, err: error }, 'a photo cannot be fetched from its own address');
    return 'unreachable';
  }
}
